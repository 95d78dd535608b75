#include "solver/cli/exact_progress_text.h"

#include <fmt/format.h>

#include <optional>

#include "solver/ratio.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

// No estimate of the time left is made before the stage with this number has ended. The first stage finds more than any
// other stage, so its time says little about the time of the other stages.
constexpr std::uint32_t kTimedStages = 2;

// Estimates how many seconds are left. Returns std::nullopt if the solve was resumed, if no whole stage has been timed
// yet, or if the solve already takes longer than estimated.
std::optional<double> seconds_left_of(const DatabaseIdentity& identity, const ExactProgress& progress) {
  if (progress.is_resumed || progress.stage <= kTimedStages || progress.whole_stage_seconds == 0) return std::nullopt;
  const double left = seconds_of_courses(identity, progress.whole_stage_seconds, progress.is_on_device) -
                      progress.stages_seconds - progress.stage_seconds;
  return left > 0 ? std::optional(left) : std::nullopt;
}

}  // namespace

std::string exact_progress_line(const DatabaseIdentity& identity, const ExactProgress& progress, double now,
                                std::uint64_t memory) {
  const std::string time = format_duration(now);
  std::string text;
  switch (progress.phase) {
    case ExactPhase::kEnumerate: return fmt::format("enumerating placements, {}", time);
    case ExactPhase::kPlan: return fmt::format("planning the order, {}", time);
    case ExactPhase::kRead: return fmt::format("reading the plane, {}", time);
    case ExactPhase::kSave: return fmt::format("saving the plane, {}", time);
    case ExactPhase::kCount: text = fmt::format("counting, {:.0f} %, {}", 100 * progress.share, time); break;
    case ExactPhase::kStages:
      text = fmt::format("within {} plies, {:.0f} %", progress.stage_counts.won_within, 100 * progress.share);
      if (const auto left = seconds_left_of(identity, progress)) {
        text += fmt::format(", about {} left", format_duration(*left));
      }
      text += fmt::format(", {}, +{} won, +{} lost", time, format_count(progress.stage_counts.won),
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
