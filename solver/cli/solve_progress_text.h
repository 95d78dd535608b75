// The state of a solve as one line. The most useful fields come first: phase or ply, time left, time spent, speed,
// memory, counts.
//
// At first the time left is the plan's estimate. Each of the plies 3 to 19 goes over the whole board. Once one of these
// plies has been timed, the expected time of the solve is their mean time, times a factor for the number of pieces. Not
// thread-safe.
#pragma once

#include <cstdint>
#include <string>

#include "solver/solve/solve.h"

namespace uisge::cli {

class SolveProgressText {
 public:
  // `pieces`: per side.
  explicit SolveProgressText(int pieces) : pieces_(pieces) {}

  // Stores a report for line(). Call this function for every report, also when no line is due. `now`: seconds since the
  // solve began.
  void note(const SolveProgress& progress, double now);
  // The progress line for the latest report. `memory`: bytes in use.
  std::string line(std::uint64_t memory);

 private:
  std::string ply_line(const std::string& memory);
  std::string left_of_phase() const;

  int pieces_;
  double expected_seconds_ = 0;  // the time for all plies, from the plan or from timed plies
  bool is_late_ = false;         // the run was resumed after ply 3, too late to time a sweep

  SolveProgress progress_;
  double now_ = 0;
  SolvePhase phase_ = SolvePhase::kEnumerate;
  double phase_start_ = 0;
  double phase_share_ = 0;
  bool has_begun_ = false;
  double plies_start_ = 0;
  double first_sweep_start_ = 0;
  // The number of plies that were done when the last progress line was made, and the time of that line.
  double last_plies_ = 0;
  double last_time_ = 0;
};

}  // namespace uisge::cli
