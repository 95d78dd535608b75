#include "solver/checkpoint/gap_code.h"
#include "tests/test.h"

namespace uisge {

namespace {

struct List {
  std::uint32_t universe;
  std::vector<std::uint32_t> members;
};

// Lists of every density, from empty to full. Some have a gap too long for the Rice code (gap_code.h).
std::vector<List> random_lists(std::mt19937& random, std::size_t count) {
  const auto below = [&](std::uint32_t end) { return static_cast<std::uint32_t>(random() % end); };
  std::vector<List> lists;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t universe = std::uint32_t{1} << (below(21) + 1);
    const std::uint32_t most = std::min<std::uint32_t>(universe, 3000);
    const std::uint32_t wanted = below(most + 1);
    const std::uint32_t window = below(2) == 0 ? universe : wanted + 1;  // all members in a short range, or anywhere
    std::set<std::uint32_t> members;
    for (std::uint32_t k = 0; k < wanted; ++k) members.insert(below(std::min(window, universe)));
    if (below(2) == 0) members.insert(universe - 1);
    lists.push_back({universe, {members.begin(), members.end()}});
  }
  return lists;
}

// Adds the members to the encoder in several calls. In each call, the offsets of the members fit 16 bits.
void encode(const List& list, GapEncoder& encoder) {
  encoder.begin(list.universe, static_cast<std::uint32_t>(list.members.size()));
  std::vector<std::uint16_t> offsets;
  std::uint32_t first = 0;
  for (const std::uint32_t member : list.members) {
    if (member - first >= 0x10000) {
      encoder.add(first, offsets);
      offsets.clear();
      first = member;
    }
    offsets.push_back(static_cast<std::uint16_t>(member - first));
  }
  encoder.add(first, offsets);
}

template <class Visit>
bool decode(GapDecoder& decoder, std::uint32_t universe, Visit&& visit) {
  std::uint32_t count = 0;
  return decoder.begin(universe, count) && decoder.members(visit);
}

}  // namespace

// The bits do not depend on the instruction set: each set reads what any other has written.
TEST_CASE("lists are coded by their gaps and decoded to the same lists", "[gap-code][law]") {
  std::mt19937 random(7);
  const std::vector<InstructionSet> sets = supported_instruction_sets();
  for (int round = 0; round < 200; ++round) {
    const std::vector<List> lists = random_lists(random, random() % 6);
    std::vector<std::vector<std::uint8_t>> codes;
    for (const InstructionSet set : sets) {
      GapEncoder encoder(set);
      for (const List& list : lists) encode(list, encoder);
      const std::span<const std::uint8_t> code = encoder.finish();
      codes.emplace_back(code.begin(), code.end());
      CAPTURE(to_string(set));
      REQUIRE(codes.back() == codes.front());
    }
    for (const InstructionSet set : sets) {
      CAPTURE(to_string(set));
      GapDecoder decoder(codes.front(), set);
      for (const List& list : lists) {
        std::vector<std::uint32_t> members;
        REQUIRE(decode(decoder, list.universe, [&](std::uint32_t member) { members.push_back(member); }));
        REQUIRE(members == list.members);
      }
      REQUIRE(decoder.at_end());
    }
  }
}

TEST_CASE("a list with more members than its universe is refused before any member is read", "[gap-code]") {
  GapEncoder encoder(InstructionSet::kPortable);
  encode({8, {0, 1, 2, 3, 4}}, encoder);
  const std::span<const std::uint8_t> code = encoder.finish();
  std::uint32_t members = 0;
  CHECK(GapDecoder(code, InstructionSet::kPortable).begin(5, members));
  CHECK(members == 5);
  CHECK_FALSE(GapDecoder(code, InstructionSet::kPortable).begin(4, members));
}

TEST_CASE("a gap code that is cut or changed is refused or decodes to members of the universe", "[gap-code][law]") {
  const std::vector<InstructionSet> sets = supported_instruction_sets();
  std::mt19937 random(8);
  int refused = 0;
  int accepted = 0;
  for (std::size_t round = 0; round < 300; ++round) {
    const InstructionSet set = sets[round % sets.size()];
    CAPTURE(to_string(set));
    GapEncoder encoder(set);
    const List list = random_lists(random, 1).front();
    encode(list, encoder);
    const std::span<const std::uint8_t> whole = encoder.finish();
    std::vector<std::uint8_t> bytes(whole.begin(), whole.end());
    const std::size_t kept = random() % (bytes.size() + 1);
    if (random() % 2 == 0) {
      bytes.resize(kept);
    } else if (kept < bytes.size()) {
      bytes[kept] ^= static_cast<std::uint8_t>(1u << random() % 8);
    }
    GapDecoder decoder(bytes, set);
    std::uint64_t next = 0;
    const bool is_whole = decode(decoder, list.universe, [&](std::uint32_t member) {
      REQUIRE(member >= next);
      REQUIRE(member < list.universe);
      next = std::uint64_t{member} + 1;
    });
    ++(is_whole ? accepted : refused);
  }
  CHECK(refused > 0);
  CHECK(accepted > 0);
}

}  // namespace uisge
