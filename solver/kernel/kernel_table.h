// The kernels by instruction set, for kernel.cpp. Each is in a file that is compiled for one instruction set, and that
// must not include inline functions which other files share.
#pragma once

#include "solver/kernel/kernel.h"

namespace uisge {

const Kernel& portable_kernel(int pieces);
// An instruction set that has no code for a piece count uses a slower kernel.
const Kernel& avx2_kernel(int pieces);
const Kernel& avx512_kernel(int pieces);
const Kernel& neon_kernel(int pieces);

}  // namespace uisge
