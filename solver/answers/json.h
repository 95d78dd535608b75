// JSON in the form that the program prints: fields keep their order, and numbers are exact in every reader.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace uisge {

using Json = nlohmann::ordered_json;

// Many readers hold numbers as doubles, which are exact up to 2^53. So larger numbers become strings of digits.
inline Json json_integer(std::uint64_t value) {
  constexpr std::uint64_t kLargestExact = std::uint64_t{1} << 53;
  return value <= kLargestExact ? Json(value) : Json(std::to_string(value));
}

}  // namespace uisge
