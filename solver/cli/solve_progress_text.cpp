#include "solver/cli/solve_progress_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solver/ratio.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

// A ply from kFirstSweep to kLastSweep visits every placement. The time of a sweep is the average time of these plies.
// Earlier plies have less work. A later ply may go over lists of positions instead of all placements.
constexpr int kFirstSweep = 3;
constexpr int kLastSweep = 20;
// With four pieces a side (7x6 and 6x6) a solve takes as long as 60 sweeps. With five (6x5) it takes as long as 120
// sweeps.
constexpr double kSweepsWithFour = 60;
constexpr double kLongPly = 1;  // seconds; a ply that takes longer shows how much of it is done

std::string percent_in_words(double share) {
  return fmt::format("{:.0f} %", 100 * share);
}

}  // namespace

std::string SolveProgressText::line(std::uint64_t memory) {
  const std::string tail = fmt::format("{} so far, {}", format_duration(now_), format_size(memory));
  const std::string share = percent_in_words(progress_.share);
  switch (progress_.phase) {
    case SolvePhase::kEnumerate: return fmt::format("enumerating placements, {}", tail);
    case SolvePhase::kResume:
      return fmt::format("reading the checkpoint back ({}), {}{}", share, left_of_phase(), tail);
    case SolvePhase::kAssemble: return fmt::format("writing the database ({}), {}{}", share, left_of_phase(), tail);
    case SolvePhase::kPlies: break;
  }
  return ply_line(format_size(memory));
}

void SolveProgressText::note(const SolveProgress& progress, double now) {
  progress_ = progress;
  now_ = now;
  if (progress.phase != phase_) {
    phase_ = progress.phase;
    phase_start_ = now;
    phase_share_ = progress.share;
  }
  if (progress.phase != SolvePhase::kPlies) return;
  if (!has_begun_) {
    has_begun_ = true;
    plies_start_ = last_time_ = now;
    last_plies_ = progress.ply;
    is_late_ = progress.ply > kFirstSweep;
    expected_seconds_ = progress.planned_seconds;
  }
  // The clock is read only at the beginning of a ply. The share says little about the time, since in some plies it goes
  // from 0 to 1 twice.
  if (progress.share > 0) return;
  if (progress.ply <= kFirstSweep) first_sweep_start_ = now;
  if (!is_late_ && progress.ply > kFirstSweep && progress.ply <= kLastSweep) {
    const double sweep = (now - first_sweep_start_) / (progress.ply - kFirstSweep);
    expected_seconds_ = sweep * kSweepsWithFour * std::exp2(pieces_ - 4);
  }
}

std::string SolveProgressText::left_of_phase() const {
  const double done = progress_.share - phase_share_;
  if (done <= 0) return {};
  return fmt::format("~{} left, ", format_duration((now_ - phase_start_) * (1 - progress_.share) / done));
}

std::string SolveProgressText::ply_line(const std::string& memory) {
  std::string text = fmt::format("ply {}", progress_.ply);
  if (progress_.ply_seconds >= kLongPly) text += fmt::format(" ({})", percent_in_words(progress_.share));
  const double left = expected_seconds_ - (now_ - plies_start_);
  if (!is_late_ && left > 0) text += fmt::format(", ~{} left", format_duration(left));
  text += fmt::format(", {} so far", format_duration(now_));
  const double plies = progress_.ply + progress_.share;
  if (now_ > last_time_) {
    const double speed = (plies - last_plies_) * per_second(progress_.cells, now_ - last_time_);
    text += fmt::format(", {}/s", format_rate(std::max(speed, 0.0)));
    last_plies_ = plies;
    last_time_ = now_;
  }
  return fmt::format("{}, {}, {} won and {} lost so far, +{} won, +{} lost", text, memory, format_count(progress_.won),
                     format_count(progress_.lost), format_count(progress_.ply_won), format_count(progress_.ply_lost));
}

}  // namespace uisge::cli
