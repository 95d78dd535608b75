// For benchmark programs: the value of a result. If it has none, the program prints the error and ends.
#pragma once

#include <fmt/format.h>

#include <cstdlib>
#include <utility>

#include "core/error.h"

namespace uisge {

template <class T>
T must(Result<T> result) {
  if (result) return std::move(*result);
  fmt::print(stderr, "{}\n", result.error().message);
  std::exit(4);
}

}  // namespace uisge
