// Compact proofs that are wrong on purpose: changed bytes with corrected checksums.
#pragma once

#include <algorithm>
#include <span>
#include <string>

#include "db/checksum.h"

namespace uisge::test {

// Offsets in a proof file with one block of lines, from docs/formats/proof.md.
inline constexpr std::size_t kHeader = 64;
inline constexpr std::size_t kAfterBlock = 12 + 8 + 16;

template <class T>
T number_at(const std::string& file, std::size_t offset) {
  T value = 0;
  for (std::size_t i = sizeof(T); i-- > 0;)
    value = static_cast<T>(value << 8 | static_cast<unsigned char>(file[offset + i]));
  return value;
}

inline void put_at(std::string& file, std::size_t offset, std::uint64_t value) {
  for (std::size_t i = 0; i < 8; ++i) file[offset + i] = static_cast<char>(value >> 8 * i & 0xff);
}

// Corrects the checksums of a proof file with one block of lines, as a forger would. Changes no file that is too short
// to have them.
inline void forge_checksums(std::string& file) {
  if (file.size() < kHeader + 8 + kAfterBlock) return;
  const auto sum = [&](std::size_t begin, std::size_t end, std::uint64_t seed) {
    return checksum(std::as_bytes(std::span(file).subspan(begin, end - begin)), seed);
  };
  put_at(file, 56, sum(0, 56, 0));
  const auto seed = number_at<std::uint64_t>(file, 56);
  const std::size_t index = file.size() - kAfterBlock;
  put_at(file, index - 8, sum(kHeader, index - 8, seed + 1));
  put_at(file, index + 12, sum(index, index + 12, seed));
  FileHasher hasher;
  hasher.add(std::as_bytes(std::span(file).first(file.size() - 16)));
  const FileHash hash = hasher.hash();
  std::transform(hash.begin(), hash.end(), file.end() - 16, [](std::byte b) { return static_cast<char>(b); });
}

}  // namespace uisge::test
