// This header declares the functions that the implementation files offer to kernel.cpp. Each of these files is compiled
// for one instruction set, so it must not include inline functions that other files share.
#pragma once

#include "solver/kernel/kernel.h"

namespace uisge {

const Kernel& portable_kernel(int pieces);
// An instruction set that has no code for a piece count uses a slower kernel.
const Kernel& avx2_kernel(int pieces);
const Kernel& avx512_kernel(int pieces);
const Kernel& neon_kernel(int pieces);

}  // namespace uisge
