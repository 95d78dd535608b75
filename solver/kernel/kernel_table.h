// The kernel of each instruction set; kernel.cpp chooses among them. Each kernel has its own file, which is compiled
// for one instruction set and must not include inline functions that other files share.
#pragma once

#include "solver/kernel/kernel.h"

namespace uisge {

const Kernel& portable_kernel(int pieces);
// An instruction set that has no code for a piece count uses a slower kernel.
const Kernel& avx2_kernel(int pieces);
const Kernel& avx512_kernel(int pieces);
const Kernel& neon_kernel(int pieces);

}  // namespace uisge
