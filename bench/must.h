// For benchmark programs: a result, or the end of the program with its error.
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
