// Words with few non-zero bytes are packed and unpacked by every instruction set.
#include "core/piece_count.h"
#include "solver/kernel/kernel.h"
#include "tests/test.h"

using namespace uisge;

TEST_CASE("packed words are a mask of their non-zero bytes, followed by these bytes", "[kernel][law]") {
  std::mt19937_64 random(20261125);
  for (const InstructionSet set : supported_instruction_sets()) {
    for (int n = 1; n <= kMaxPieces; ++n) {
      CAPTURE(std::string(to_string(set)), n);
      for (int round = 0; round < 50; ++round) {
        const std::size_t lines = random() % 5;
        std::vector<std::uint64_t> words(8 * lines);
        std::vector<std::byte> expected;
        for (std::size_t line = 0; line < lines; ++line) {
          std::vector<std::byte> bytes;
          std::uint64_t there = 0;
          for (std::size_t b = 0; b < 64; ++b) {
            const std::uint64_t byte = random() % 3 == 0 ? random() % 256 : 0;
            words[8 * line + b / 8] |= byte << (8 * (b % 8));
            if (byte == 0) continue;
            there |= std::uint64_t{1} << b;
            bytes.push_back(static_cast<std::byte>(byte));
          }
          for (std::size_t b = 0; b < 8; ++b) expected.push_back(static_cast<std::byte>(there >> (8 * b)));
          expected.insert(expected.end(), bytes.begin(), bytes.end());
        }
        std::vector<std::byte> packed(most_packed_bytes(lines));
        packed.resize(kernel(set, n).pack(words.data(), lines, packed.data()));
        REQUIRE((packed == expected));
        std::vector<std::uint64_t> back(words.size(), ~std::uint64_t{0});
        // unpack() must ignore bytes after the packed words.
        packed.insert(packed.end(), 3, std::byte{0xFF});
        REQUIRE(kernel(set, n).unpack(packed.data(), packed.size(), back.data(), lines) == expected.size());
        REQUIRE((back == words));
        for (std::size_t size = 0; size < expected.size(); ++size) {
          const std::vector<std::byte> cut(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(size));
          REQUIRE(kernel(set, n).unpack(cut.data(), cut.size(), back.data(), lines) == kNotPacked);
        }
      }
    }
  }
}
