// The state of a solve as one line. The fields are in order of use: stage, time left, time spent, speed, memory,
// counts.
//
// At first the time left is the plan's estimate. After an early ply, which goes over the whole board, the time of the
// whole solve is estimated as a fixed multiple of that ply's time. Not thread-safe.
#pragma once

#include <cstdint>
#include <string>

#include "solver/solve/solve.h"

namespace uisge::cli {

class SolveProgressText {
 public:
  // `pieces` a side.
  explicit SolveProgressText(int pieces) : pieces_(pieces) {}

  // Call note() with every report, also when no line is due. `now`: seconds since the solve began.
  void note(const SolveProgress& progress, double now);
  // The progress line that shows the last report. `memory`: bytes in use.
  std::string line(std::uint64_t memory);

 private:
  std::string ply_line(const std::string& memory);
  std::string left_of_phase() const;

  int pieces_;
  double expected_seconds_ = 0;  // for all plies, by the plan or by later measurements
  bool is_late_ = false;         // the run began in the middle, so no time can be estimated

  SolveProgress progress_;
  double now_ = 0;
  SolvePhase phase_ = SolvePhase::kEnumerate;
  double phase_start_ = 0;
  double phase_share_ = 0;
  bool has_begun_ = false;
  double plies_start_ = 0;
  double first_sweep_start_ = 0;
  // The number of plies that were done when the last line was made, and the time of that line.
  double last_plies_ = 0;
  double last_time_ = 0;
};

}  // namespace uisge::cli
