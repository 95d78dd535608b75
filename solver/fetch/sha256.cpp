#include "solver/fetch/sha256.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>

namespace uisge {

Sha256::Sha256() {
  sha256_init(&state_);
}

void Sha256::add(ByteView bytes) {
  sha256_update(&state_, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
}

std::string Sha256::finish() {
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(&state_, digest.size(), digest.data());
  std::string text;
  for (const std::uint8_t byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

}  // namespace uisge
