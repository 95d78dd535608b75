// Writes arrays of unsigned integers for NumPy: format version 1.0 of .npy, little endian, C order
// (numpy.org/doc/stable/reference/generated/numpy.lib.format.html).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "db/file_descriptor.h"

namespace uisge::cli {

inline constexpr FileKind kNumpyFile{"a NumPy array", "\x93NUMPY"};

// The bytes of a NumPy file before the array's elements. An element has 2 or 8 bytes.
std::string numpy_header(const std::vector<std::size_t>& shape, std::size_t element_bytes);

}  // namespace uisge::cli
