#include "db/checksum.h"

#include <fmt/format.h>

#include <cstring>
#include <new>

namespace uisge {

std::string to_string(const FileHash& hash) {
  std::string text;
  for (const std::byte byte : hash) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  return text;
}

ChecksumStream::ChecksumStream(std::uint64_t seed) : state_(XXH3_createState()) {
  if (!state_ || XXH3_64bits_reset_withSeed(state_.get(), seed) != XXH_OK) throw std::bad_alloc();
}

void ChecksumStream::add(ByteView bytes) {
  if (!bytes.empty()) XXH3_64bits_update(state_.get(), bytes.data(), bytes.size());
}

Checksum ChecksumStream::sum() const {
  return XXH3_64bits_digest(state_.get());
}

FileHasher::FileHasher() : state_(XXH3_createState()) {
  if (!state_ || XXH3_128bits_reset(state_.get()) != XXH_OK) throw std::bad_alloc();
}

void FileHasher::add(ByteView bytes) {
  // XXH3 fails only for a null pointer, which an empty view may have.
  if (!bytes.empty()) XXH3_128bits_update(state_.get(), bytes.data(), bytes.size());
}

FileHash FileHasher::hash() const {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state_.get()));
  FileHash hash;
  static_assert(sizeof(canonical) == sizeof(hash));
  std::memcpy(hash.data(), canonical.digest, hash.size());
  return hash;
}

}  // namespace uisge
