#include "solver/cli/exact_progress_text.h"

#include <fmt/format.h>

#include "solver/ratio.h"
#include "solver/units.h"

namespace uisge::cli {

std::string exact_progress_line(const ExactProgress& progress, double now, std::uint64_t memory) {
  const std::string time = format_duration(now);
  std::string text;
  switch (progress.phase) {
    case ExactPhase::kEnumerate: return fmt::format("enumerating placements, {}", time);
    case ExactPhase::kPlan: return fmt::format("planning the order, {}", time);
    case ExactPhase::kRead: return fmt::format("reading the plane, {}", time);
    case ExactPhase::kSave: return fmt::format("saving the plane, {}", time);
    case ExactPhase::kCount: text = fmt::format("counting, {:.0f} %, {}", 100 * progress.share, time); break;
    case ExactPhase::kStages:
      text = fmt::format("within {} plies, {:.0f} %, {}, +{} won, +{} lost", progress.stage_counts.won_within,
                         100 * progress.share, time, format_count(progress.stage_counts.won),
                         format_count(progress.stage_counts.lost));
      break;
  }
  if (progress.share > 0 && progress.stage_seconds > 0) {
    const double speed = progress.share * per_second(progress.cells, progress.stage_seconds);
    text += fmt::format(", {} positions/s", format_rate(speed));
  }
  return text + fmt::format(", {} of memory", format_size(memory));
}

}  // namespace uisge::cli
