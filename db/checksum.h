// Checksums of the database file: XXH3, 64 bits for a section or unit, 128 bits for the whole file.
//
// Every checksum has a seed, which binds the bytes to their place: with another seed, equal bytes have another
// checksum. Every part after the codec tables is seeded with the checksum of the file's header. The seed of a unit's
// checksum also depends on the number of the unit. The header and the tables have the seed 0, and the header holds the
// checksum of the tables. So units that were swapped, or that come from another file, do not match their checksums.
#pragma once

#include <xxhash.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "db/bytes.h"

namespace uisge {

using Checksum = std::uint64_t;

inline Checksum checksum(ByteView bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

struct FreeXxh {
  void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
};

// The checksum of bytes that are added piece by piece.
class ChecksumStream {
 public:
  explicit ChecksumStream(std::uint64_t seed);
  void add(ByteView bytes);
  Checksum sum() const;  // of everything so far

 private:
  std::unique_ptr<XXH3_state_t, FreeXxh> state_;
};

// XXH3-128 in its canonical (big-endian) form, as `xxh128sum` prints it.
using FileHash = std::array<std::byte, 16>;
std::string to_string(const FileHash& hash);  // 32 hexadecimal digits

// The hash of bytes that are added piece by piece.
class FileHasher {
 public:
  FileHasher();
  void add(ByteView bytes);
  FileHash hash() const;  // of everything so far

 private:
  std::unique_ptr<XXH3_state_t, FreeXxh> state_;
};

}  // namespace uisge
