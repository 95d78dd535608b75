// The state of an exact solve as one line. The most useful fields come first: the plies that are decided, time left,
// time spent, what the current stage has found, speed, memory.
#pragma once

#include <cstdint>
#include <string>

#include "solver/exact/solve_exact.h"

namespace uisge::cli {

// `now`: seconds since the solve began. `memory`: bytes in use.
std::string exact_progress_line(const DatabaseIdentity& identity, const ExactProgress& progress, double now,
                                std::uint64_t memory);

}  // namespace uisge::cli
