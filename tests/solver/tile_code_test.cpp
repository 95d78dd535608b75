// Compares encode_tile, and its kernels' packed words, with docs/formats/plane.md, and tests that decode_tile refuses
// bad bytes.
#include "solver/values/tile_code.h"

#include "core/colouring.h"
#include "core/piece_count.h"
#include "solver/kernel/block_shape.h"
#include "solver/kernel/kernel.h"
#include "tests/test.h"

using namespace uisge;

namespace {

using Words = std::vector<std::uint64_t>;
using Code = std::vector<std::byte>;

bool bit_of(const Words& words, std::size_t bit) {
  return (words[bit / 64] >> (bit % 64) & 1) != 0;
}

// Packs lines of eight words: for each line a mask of its nonzero bytes, followed by these bytes.
Code packed_by_the_book(const Words& words) {
  Code packed;
  for (std::size_t line = 0; line < words.size(); line += 8) {
    Code there(8);
    Code bytes;
    for (std::size_t at = 0; at < 64; ++at) {
      const auto byte = static_cast<std::byte>(words[line + at / 8] >> (8 * (at % 8)));
      if (byte == std::byte{0}) continue;
      there[at / 8] |= std::byte{1} << (at % 8);
      bytes.push_back(byte);
    }
    packed.insert(packed.end(), there.begin(), there.end());
    packed.insert(packed.end(), bytes.begin(), bytes.end());
  }
  return packed;
}

// Codes a tile exactly as docs/formats/plane.md describes it.
Code code_by_the_book(const Words& words, int pieces) {
  const auto stride = static_cast<std::size_t>(row_stride_bits(pieces));
  Words differences = words;
  for (std::size_t block = 0; block < words.size() / block_words(pieces); ++block) {
    const std::size_t begin = block * block_words(pieces) * 64;
    for (std::size_t row = 0; row < std::size_t{1} << pieces; ++row) {
      for (std::size_t column = 0; column < stride; ++column) {
        bool expected = row != 0;
        for (std::size_t crown = 1; crown <= row; crown *= 2) {
          if ((row & crown) != 0) expected = expected && bit_of(words, begin + (row ^ crown) * stride + column);
        }
        const std::size_t bit = begin + row * stride + column;
        if (expected) differences[bit / 64] ^= std::uint64_t{1} << (bit % 64);
      }
    }
  }
  differences.resize((differences.size() + 7) / 8 * 8);
  return packed_by_the_book(differences);
}

Code encode(const Words& words, int pieces) {
  Code code(most_tile_code_bytes(words.size()));
  code.resize(encode_tile(words, pieces, code));
  return code;
}

// Blocks in which each bit is set with probability 1 / 2^sparseness.
Words random_words(std::size_t blocks, int pieces, unsigned sparseness, std::mt19937_64& random) {
  Words words(blocks * block_words(pieces), ~std::uint64_t{0});
  for (std::uint64_t& word : words) {
    for (unsigned i = 0; i < sparseness; ++i) word &= random();
  }
  return words;
}

}  // namespace

TEST_CASE("a tile is coded as specified, and decoded to the same tile", "[values][plane][law]") {
  std::mt19937_64 random(20261125);
  for (int pieces = 1; pieces <= kMaxPieces; ++pieces) {
    for (unsigned sparseness = 0; sparseness < 8; ++sparseness) {
      for (const std::size_t blocks : {std::size_t{1}, std::size_t{2}, std::size_t{3}, colouring_count(pieces)}) {
        CAPTURE(pieces, sparseness, blocks);
        const Words words = random_words(blocks, pieces, sparseness, random);
        const Code code = encode(words, pieces);
        CHECK((code == code_by_the_book(words, pieces)));
        Words back(words.size(), random());
        REQUIRE(decode_tile(code, pieces, back));
        CHECK((back == words));
      }
    }
  }
}

TEST_CASE("bytes that are not the code of a tile are refused, and not read beyond their end", "[values][plane][bad]") {
  std::mt19937_64 random(7);
  for (int pieces = 1; pieces <= kMaxPieces; ++pieces) {
    CAPTURE(pieces);
    const Words words = random_words(std::min<std::size_t>(colouring_count(pieces), 70), pieces, 2, random);
    const Code code = encode(words, pieces);
    Words back(words.size());
    for (std::size_t size = 0; size < code.size(); size += 1 + size / 16) {
      CAPTURE(size);
      // The truncated code has its own memory, so that sanitizers see a read beyond its end.
      const Code cut(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(size));
      CHECK(!decode_tile(cut, pieces, back));
    }
    Code longer = code;
    longer.push_back(std::byte{1});
    CHECK(!decode_tile(longer, pieces, back));
    for (int round = 0; round < 200; ++round) {
      Code garbage(random() % (2 * code.size()));
      for (std::byte& byte : garbage) byte = static_cast<std::byte>(random() >> (56 + random() % 8));
      decode_tile(garbage, pieces, back);
    }
  }
}

TEST_CASE("packed words are a mask of their non-zero bytes, followed by these bytes", "[kernel][law]") {
  std::mt19937_64 random(20261125);
  for (const InstructionSet set : supported_instruction_sets()) {
    for (int n = 1; n <= kMaxPieces; ++n) {
      CAPTURE(std::string(to_string(set)), n);
      for (int round = 0; round < 50; ++round) {
        const std::size_t lines = random() % 5;
        Words words(8 * lines);
        for (std::size_t b = 0; b < 64 * lines; ++b) {
          const std::uint64_t byte = random() % 3 == 0 ? random() % 256 : 0;
          words[b / 8] |= byte << (8 * (b % 8));
        }
        const Code expected = packed_by_the_book(words);
        Code packed(most_packed_bytes(lines));
        packed.resize(kernel(set, n).pack(words.data(), lines, packed.data()));
        REQUIRE((packed == expected));
        Words back(words.size(), ~std::uint64_t{0});
        // unpack() must ignore bytes after the packed words.
        packed.insert(packed.end(), 3, std::byte{0xFF});
        REQUIRE(kernel(set, n).unpack(packed.data(), packed.size(), back.data(), lines) == expected.size());
        REQUIRE((back == words));
        for (std::size_t size = 0; size < expected.size(); ++size) {
          const Code cut(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(size));
          REQUIRE(kernel(set, n).unpack(cut.data(), cut.size(), back.data(), lines) == kNotPacked);
        }
      }
    }
  }
}
