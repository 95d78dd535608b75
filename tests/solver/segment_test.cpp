#include "solver/checkpoint/segment.h"
#include "tests/test.h"

namespace uisge {

namespace {

using Words = std::vector<std::uint64_t>;

// Random words in which each bit is set with the probability `density` / 1024.
Words random_words(std::mt19937_64& random, std::size_t count, unsigned density) {
  Words words(count);
  for (std::uint64_t& word : words) {
    for (int bit = 0; bit < 64; ++bit) word |= std::uint64_t{random() % 1024 < density} << bit;
  }
  return words;
}

// Packs words as docs/formats/checkpoint.md specifies.
std::vector<std::uint8_t> naive_pack(const Words& words) {
  std::vector<std::uint8_t> out;
  for (std::size_t first = 0; first < words.size(); first += 64) {
    std::vector<std::uint8_t> word_mask(8);
    std::vector<std::uint8_t> byte_masks;
    std::vector<std::uint8_t> bytes;
    for (std::size_t w = 0; w < 64 && first + w < words.size(); ++w) {
      const std::uint64_t word = words[first + w];
      if (word == 0) continue;
      word_mask[w / 8] = static_cast<std::uint8_t>(word_mask[w / 8] | 1u << (w % 8));
      byte_masks.push_back(0);
      for (unsigned place = 0; place < 8; ++place) {
        const auto byte = static_cast<std::uint8_t>(word >> (place * 8));
        if (byte == 0) continue;
        byte_masks.back() = static_cast<std::uint8_t>(byte_masks.back() | 1u << place);
        bytes.push_back(byte);
      }
    }
    for (const auto* part : {&word_mask, &byte_masks, &bytes}) out.insert(out.end(), part->begin(), part->end());
  }
  return out;
}

std::vector<std::uint8_t> packed(const WordCode& code, const Words& words) {
  std::vector<std::uint8_t> bytes(max_packed_bytes(words.size()));
  bytes.resize(static_cast<std::size_t>(code.pack(words.data(), words.size(), bytes.data()) - bytes.data()));
  return bytes;
}

std::size_t unpacked(const WordCode& code, const std::vector<std::uint8_t>& bytes, Words& words) {
  return code.unpack(bytes.data(), bytes.size(), words.data(), words.size());
}

std::vector<std::uint32_t> members_of(const Words& words) {
  std::vector<std::uint32_t> members;
  for (std::uint32_t bit = 0; bit < words.size() * 64; ++bit) {
    if ((words[bit / 64] >> (bit % 64) & 1) != 0) members.push_back(bit);
  }
  return members;
}

// Encodes a placement's positions, given as words of bits, in the form (words or members) that the encoder chooses.
void encode(SegmentEncoder& encoder, const Words& words) {
  const std::vector<std::uint32_t> members = members_of(words);
  if (encoder.begin(static_cast<std::uint32_t>(members.size())) == ListForm::kWords) return encoder.add_words(words);
  for (const std::uint32_t member : members) {
    const std::uint16_t offset = 0;
    encoder.add(member, {&offset, 1});
  }
}

}  // namespace

TEST_CASE("words are packed as specified, and unpacked to the same words", "[word-code][law]") {
  std::mt19937_64 random(11);
  for (const InstructionSet set : supported_instruction_sets()) {
    INFO(to_string(set));
    const WordCode& code = word_code(set);
    for (std::size_t count = 0; count < 200; count += 1 + count / 70) {
      for (const unsigned density : {0u, 4u, 60u, 500u, 1024u}) {
        const Words words = random_words(random, count, density);
        const std::vector<std::uint8_t> bytes = packed(code, words);
        REQUIRE(bytes == naive_pack(words));
        Words back(count, 0x5555);
        REQUIRE(unpacked(code, bytes, back) == bytes.size());
        REQUIRE(back == words);
      }
    }
  }
}

TEST_CASE("packed words that are cut off or have a byte too many in their masks are refused", "[word-code]") {
  std::mt19937_64 random(12);
  for (const InstructionSet set : supported_instruction_sets()) {
    INFO(to_string(set));
    const WordCode& code = word_code(set);
    const Words words = random_words(random, 67, 100);
    std::vector<std::uint8_t> bytes = packed(code, words);
    Words back(words.size());
    for (std::size_t kept = 0; kept < bytes.size(); ++kept) {
      // The first `kept` bytes get memory of their own, so that sanitizers see a read beyond their end.
      const std::vector<std::uint8_t> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(kept));
      REQUIRE(unpacked(code, cut, back) == 0);
    }
    // The second group has three words, so bit 3 of its mask must be zero.
    const std::size_t second = bytes.size() - packed(code, Words(words.begin() + 64, words.end())).size();
    bytes[second] |= 8;
    bytes.insert(bytes.end(), {1, 1});
    CHECK(unpacked(code, bytes, back) == 0);
  }
}

TEST_CASE("values are assigned where bits are set and nowhere else", "[word-code][law]") {
  std::mt19937_64 random(13);
  for (const InstructionSet set : supported_instruction_sets()) {
    INFO(to_string(set));
    const WordCode& code = word_code(set);
    for (const unsigned density : {0u, 10u, 512u, 1024u}) {
      const Words words = random_words(random, 9, density);
      std::vector<std::uint16_t> expected(words.size() * 64);
      for (std::uint16_t& value : expected) value = static_cast<std::uint16_t>(random());
      std::vector<std::uint16_t> values = expected;
      for (const std::uint32_t member : members_of(words)) expected[member] = 7;
      code.assign(words.data(), words.size(), 7, values.data());
      REQUIRE(values == expected);
    }
  }
}

TEST_CASE("a segment's lists are decoded as they were encoded, whatever their forms", "[segment][law]") {
  const InstructionSet set = GENERATE_COPY(from_range(supported_instruction_sets()));
  CAPTURE(to_string(set));
  std::mt19937_64 random(14);
  for (int pieces = 3; pieces <= 5; ++pieces) {
    const SegmentCode code{pieces, set};
    SegmentEncoder encoder(code);
    bool has_form[2] = {false, false};
    for (int round = 0; round < 10; ++round) {
      std::vector<Words> placements;
      for (int n = 0; n < 6; ++n) {
        const unsigned densities[] = {0, 3, 100, 1024, 1, 40};
        placements.push_back(random_words(random, words_per_placement(pieces), densities[random() % 6]));
        const auto count = static_cast<std::uint32_t>(members_of(placements.back()).size());
        has_form[static_cast<std::size_t>(list_form(pieces, count))] = true;
        encode(encoder, placements.back());
      }
      const std::span<const std::uint8_t> segment = encoder.finish();
      std::vector<std::vector<std::uint32_t>> members(placements.size());
      REQUIRE(visit_segment(code, segment, placements.size(),
                            [&](std::size_t n, std::uint32_t at) { members[n].push_back(at); }));
      for (std::size_t n = 0; n < placements.size(); ++n) REQUIRE(members[n] == members_of(placements[n]));
    }
    CHECK((has_form[0] && has_form[1]));
  }
}

TEST_CASE("a segment that is cut or changed is refused or decodes to positions of its placements", "[segment][law]") {
  const InstructionSet set = GENERATE_COPY(from_range(supported_instruction_sets()));
  CAPTURE(to_string(set));
  const SegmentCode code{3, set};
  std::mt19937_64 random(15);
  SegmentEncoder encoder(code);
  int refused = 0;
  int accepted = 0;
  for (int round = 0; round < 2000; ++round) {
    const unsigned density = round % 3 == 0 ? 5 : 300;
    for (int n = 0; n < 3; ++n) encode(encoder, random_words(random, words_per_placement(3), density));
    const std::span<const std::uint8_t> whole = encoder.finish();
    std::vector<std::uint8_t> bytes(whole.begin(), whole.end());
    const std::size_t at = random() % bytes.size();
    if (round % 2 == 0) {
      bytes.resize(at);
    } else {
      bytes[at] ^= static_cast<std::uint8_t>(1u << random() % 8);
    }
    std::uint64_t next = 0;
    const bool is_whole = visit_segment(code, bytes, 3, [&](std::size_t n, std::uint32_t index) {
      REQUIRE(index < positions_per_placement(3));
      const std::uint64_t position = n * positions_per_placement(3) + index;
      REQUIRE(position >= next);
      next = position + 1;
    });
    ++(is_whole ? accepted : refused);
  }
  CHECK(refused > 0);
  CHECK(accepted > 0);
}

}  // namespace uisge
