#include "solver/kernel/kernel.h"

#include "solver/kernel/kernel_table.h"

namespace uisge {

const Kernel& kernel([[maybe_unused]] InstructionSet set, int pieces) {
#if defined(__x86_64__)
  if (set == InstructionSet::kAvx512) return avx512_kernel(pieces);
  if (set == InstructionSet::kAvx2) return avx2_kernel(pieces);
#elif defined(__aarch64__)
  if (set == InstructionSet::kNeon) return neon_kernel(pieces);
#endif
  return portable_kernel(pieces);
}

}  // namespace uisge
