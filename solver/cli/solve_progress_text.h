// The state of a solve as one line, the most wanted first: where it is, time left, time spent, speed, memory, counts.
//
// The time left is the plan's, corrected by what was measured: the first plies go over the whole board, so their time
// tells how fast this machine is at the moment, and a whole solve takes a known multiple of the time of one of them.
// Not thread-safe.
#pragma once

#include <cstdint>
#include <string>

#include "solver/solve/solve.h"

namespace uisge::cli {

class SolveProgressText {
 public:
  // `pieces` a side.
  explicit SolveProgressText(int pieces) : pieces_(pieces) {}

  // Takes in how far the solve is, for every report, also when no line is due. `now`: seconds since the solve began.
  void note(const SolveProgress& progress, double now);
  // What was noted last. `memory`: bytes in use.
  std::string line(std::uint64_t memory);

 private:
  std::string ply_line(const std::string& memory);
  std::string left_of_phase() const;

  int pieces_;
  double expected_seconds_ = 0;  // for all plies, as the plan says, or as corrected
  bool is_late_ = false;         // begun in the middle, so that nothing can be expected

  SolveProgress progress_;
  double now_ = 0;
  SolvePhase phase_ = SolvePhase::kEnumerate;
  double phase_start_ = 0;
  double phase_share_ = 0;
  // Where this run began with the plies.
  bool has_begun_ = false;
  double plies_start_ = 0;
  double first_sweep_start_ = 0;
  // The line before: plies done, and when.
  double last_plies_ = 0;
  double last_time_ = 0;
};

}  // namespace uisge::cli
