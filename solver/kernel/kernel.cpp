#include "solver/kernel/kernel.h"

#include <cassert>

#include "solver/kernel/kernel_table.h"

namespace uisge {

const Kernel& kernel(InstructionSet set, int pieces) {
  assert(is_supported(set));
  switch (set) {
    case InstructionSet::kPortable: return portable_kernel(pieces);
#if defined(__x86_64__)
    case InstructionSet::kAvx2: return avx2_kernel(pieces);
    case InstructionSet::kAvx512: return avx512_kernel(pieces);
#else
    case InstructionSet::kAvx2:
    case InstructionSet::kAvx512: break;
#endif
#if defined(__aarch64__)
    case InstructionSet::kNeon: return neon_kernel(pieces);
#else
    case InstructionSet::kNeon: break;
#endif
  }
  assert(false && "processors of this kind do not have the instruction set");
  return portable_kernel(pieces);
}

}  // namespace uisge
