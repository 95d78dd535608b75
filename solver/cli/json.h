// JSON as the program prints it: fields in the order they are written, numbers that every reader can hold.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace uisge::cli {

using Json = nlohmann::ordered_json;

// Many readers hold numbers as doubles, which are exact up to 2^53; what is larger becomes a string of digits.
inline Json json_integer(std::uint64_t value) {
  constexpr std::uint64_t kLargestExact = std::uint64_t{1} << 53;
  return value <= kLargestExact ? Json(value) : Json(std::to_string(value));
}

}  // namespace uisge::cli
