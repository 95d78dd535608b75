// BMI 1 and 2, which InstructionSet::kAvx2 includes, shift and count zeros in one instruction each.
#include "solver/checkpoint/gap_loops_body.h"

namespace uisge {

const GapLoops& avx2_gap_loops() {
  return kGapLoops;
}

}  // namespace uisge
