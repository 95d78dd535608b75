// A stand-in for the compiled kernels: the tests' driver loads this text, so the tests need no clang.
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
