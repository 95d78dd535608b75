// A text that the tests' driver accepts as the kernels, even if no clang has compiled them.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "tests/card/emulated_kernel.h"

namespace uisge::test {

inline std::string_view emulated_ptx() {
  static const std::string text = [] {
    std::string entries = ".version 7.0\n";
    for (const EmulatedKernel& kernel : emulated_kernels()) entries += fmt::format(".entry {}()\n", kernel.name);
    return entries;
  }();
  return text;
}

}  // namespace uisge::test
