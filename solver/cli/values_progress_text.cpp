#include "solver/cli/values_progress_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "solver/ratio.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

// A rate of reading or writing is an average over at least this time. A terminal's progress line is redrawn several
// times per second, but in a fraction of a second only a few tiles are read or written.
constexpr double kRateSeconds = 2;

std::string rate_text(double bytes_per_second) {
  return format_size(static_cast<std::uint64_t>(bytes_per_second)) + "/s";
}

}  // namespace

std::string ValuesProgressText::line(const ValuesProgress& progress, double now, std::uint64_t memory) {
  std::string text;
  switch (progress.phase) {
    case ValuesPhase::kEnumerate: return fmt::format("enumerating placements, {}", format_duration(now));
    case ValuesPhase::kPlan:
      return fmt::format("planning the visits, {:.0f} %, {}", 100 * progress.share, format_duration(now));
    case ValuesPhase::kList: return fmt::format("listing positions, {}", format_duration(now));
    case ValuesPhase::kSweeps: text = fmt::format("sweep {}, {:.0f} %", progress.sweep, 100 * progress.share); break;
    case ValuesPhase::kLastSweep: text = fmt::format("last sweep, {:.0f} %", 100 * progress.share); break;
    case ValuesPhase::kAssemble: text = fmt::format("writing the database, {:.0f} %", 100 * progress.share); break;
  }
  if (const auto left = seconds_left(progress)) text += fmt::format(", about {} left", format_duration(*left));
  text += fmt::format(", {}", format_duration(now));
  if (progress.phase == ValuesPhase::kAssemble) return text;
  text += fmt::format(", +{} won", format_count(progress.sweep_won));
  if (progress.share > 0 && progress.sweep_seconds > 0) {
    const double speed = progress.share * per_second(progress.cells, progress.sweep_seconds);
    text += fmt::format(", {} positions/s", format_rate(speed));
  }
  text += moved(progress, now);
  return text + fmt::format(", {} of memory", format_size(memory));
}

// The speed of the last seconds, in bytes per second. An average over the whole solve would hide that a disk slows
// down.
std::string ValuesProgressText::moved(const ValuesProgress& progress, double now) {
  if (progress.bytes_read == 0) return {};
  if (const double seconds = now - rate_time_; seconds >= kRateSeconds) {
    const auto rate = [&](std::uint64_t bytes, std::uint64_t& before) {
      return per_second(bytes - std::exchange(before, bytes), seconds);
    };
    read_rate_ = rate(progress.bytes_read, bytes_read_);
    write_rate_ = rate(progress.bytes_written, bytes_written_);
    rate_time_ = now;
  }
  return fmt::format(", {} {} read and {} written", may_use_card_ ? "moved" : "disk", rate_text(read_rate_),
                     rate_text(write_rate_));
}

// After four sweeps, the number of wins that a sweep finds shrinks by about the same factor from sweep to sweep, until
// a sweep finds none. The time of a sweep shrinks by the fourth root of this factor (docs/lab/values.md). On 5x4 with
// six a side, from the thirteenth sweep on, the estimate is wrong by at most a third. During the first four sweeps the
// factor is not steady, so no estimate is made.
std::optional<double> ValuesProgressText::seconds_left(const ValuesProgress& progress) {
  if (progress.phase == ValuesPhase::kLastSweep || progress.phase == ValuesPhase::kAssemble) {
    if (progress.share < 0.05) return std::nullopt;
    return progress.sweep_seconds * (1 - progress.share) / progress.share;
  }
  if (progress.sweep != sweep_) {
    if (sweep_ != 0 && progress.last_won != 0 && before_ > progress.last_won) {
      const double factor = ratio(progress.last_won, before_);
      factor_ = factor_ == 0 ? factor : 0.8 * factor_ + 0.2 * factor;
    }
    before_ = progress.last_won;
    sweep_ = progress.sweep;
    last_seconds_ = seconds_;
  }
  seconds_ = progress.sweep_seconds;
  if (sweep_ < 5 || factor_ <= 0 || factor_ >= 1 || before_ == 0) return std::nullopt;
  const double sweeps = std::log(static_cast<double>(before_)) / -std::log(factor_);
  const double shrinking = std::sqrt(std::sqrt(factor_));
  const double later = shrinking * (1 - std::pow(shrinking, sweeps)) / (1 - shrinking);
  return (1 - progress.share + later) * std::max(last_seconds_, seconds_);
}

}  // namespace uisge::cli
