// What the implementation files export to kernel.cpp. They are compiled for their instruction set, so they include
// nothing with inline functions that other files might share.
#pragma once

#include "solver/kernel/kernel.h"

namespace uisge {

const Kernel& portable_kernel(int pieces);
// The fallback is what an instruction set uses for the piece counts it has nothing better for.
const Kernel& avx2_kernel(int pieces);
const Kernel& avx512_kernel(int pieces);
const Kernel& neon_kernel(int pieces);

}  // namespace uisge
