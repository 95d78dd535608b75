// For benchmark programs: returns the value of a result. If the result is an error, the program prints it and ends.
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
