#include "solver/checkpoint/gap_loops.h"

#include <cassert>

#include "solver/checkpoint/gap_loops_body.h"

namespace uisge {

const GapLoops& gap_loops(InstructionSet set) {
  assert(is_supported(set));
#if defined(__x86_64__)
  if (set == InstructionSet::kAvx2 || set == InstructionSet::kAvx512) return avx2_gap_loops();
#endif
  return kGapLoops;
}

}  // namespace uisge
