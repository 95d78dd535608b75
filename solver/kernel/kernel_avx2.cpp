#include "solver/kernel/kernel_table.h"

namespace uisge {

const Kernel& avx2_kernel(int pieces) {
  return portable_kernel(pieces);
}

}  // namespace uisge
