// InstructionSet::kAvx2 includes BMI 1 and 2, which have single instructions for shifts and for counting zeros.
#include "solver/checkpoint/gap_loops_body.h"

namespace uisge {

const GapLoops& avx2_gap_loops() {
  return kGapLoops;
}

}  // namespace uisge
