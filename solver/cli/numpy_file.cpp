#include "solver/cli/numpy_file.h"

#include <fmt/format.h>

namespace uisge::cli {

std::string numpy_header(const std::vector<std::size_t>& shape, std::size_t element_bytes) {
  // The magic text, the version and the length of the header take ten bytes. The elements begin at a multiple of 64
  // bytes.
  constexpr std::size_t kFixed = 10;
  constexpr std::size_t kAlignment = 64;
  std::string text = fmt::format("{{'descr': '<u{}', 'fortran_order': False, 'shape': ({},), }}", element_bytes,
                                 fmt::join(shape, ", "));
  // In Python, only a tuple of one number has a comma after its last number.
  if (shape.size() > 1) text.replace(text.rfind(",)"), 2, ")");
  const std::size_t whole = (kFixed + text.size() + 1 + kAlignment - 1) / kAlignment * kAlignment;
  text.append(whole - kFixed - text.size() - 1, ' ');
  text += '\n';
  std::string header(kNumpyFile.magic);
  header += '\x01';
  header += '\0';
  header += static_cast<char>(text.size() & 0xFF);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

}  // namespace uisge::cli
