// Checksums of the database file: XXH3, 64 bits for a section or unit, 128 bits for the whole file.
//
// With another seed, equal bytes have another checksum. So seeds reveal units that were swapped or that come from
// another file. The checksums of the header and of the codec tables have the seed 0; the header holds the tables'
// checksum. The checksum of every later part is seeded with the header's checksum; the seed for a unit also depends on
// the unit's number.
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

class FileHasher {
 public:
  FileHasher();
  void add(ByteView bytes);
  FileHash hash() const;  // of everything so far

 private:
  std::unique_ptr<XXH3_state_t, FreeXxh> state_;
};

}  // namespace uisge
