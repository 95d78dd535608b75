#include <sys/resource.h>

#include "solver/search/fact_table.h"
#include "tests/test.h"

using namespace uisge;

namespace {

PositionKey key_of(std::uint64_t i) {
  return {i * 0x9e3779b97f4a7c15u | 1, static_cast<std::uint32_t>(i % 977)};
}

}  // namespace

TEST_CASE("facts about one position are merged", "[search]") {
  FactTable table = FactTable::make(1 << 16).value();
  const PositionKey key = key_of(7);
  Fact fact;
  REQUIRE_FALSE(table.find(key, fact));
  table.store(key, {4, Fact::kUnknownWin, {Square(3), Square(5)}, 2});
  table.store(key, {-1, 9, Move::pass(), 6});
  table.store(key, {2, 11, Move::pass(), 1});
  REQUIRE(table.find(key, fact));
  CHECK(fact.no_win_within == 4);
  CHECK(fact.win_within == 9);
  CHECK(fact.move == Move{Square(3), Square(5)});
  CHECK(fact.work == 6);
}

TEST_CASE("facts store the whole range of plies and squares", "[search]") {
  FactTable table = FactTable::make(1 << 16).value();
  const PositionKey key{std::numeric_limits<std::uint64_t>::max(), (1U << PositionKey::kPieceBits) - 1};
  table.store(key, {kMaxSearchPlies, kMaxSearchPlies, {Square(63), Square(62)}, 64});
  Fact fact;
  REQUIRE(table.find(key, fact));
  CHECK(fact.no_win_within == kMaxSearchPlies);
  CHECK(fact.win_within == kMaxSearchPlies);
  CHECK(fact.move == Move{Square(63), Square(62)});
  CHECK(fact.work == 64);
}

TEST_CASE("a key that differs in a single bit is another key", "[search]") {
  for (std::uint64_t i = 1; i <= 50; ++i) {
    FactTable table = FactTable::make(64).value();  // one bucket, so hashes do not tell keys apart
    const PositionKey key{i * 0x9e3779b97f4a7c15u,
                          static_cast<std::uint32_t>(i * 0x85ebca6bu) >> (32 - PositionKey::kPieceBits)};
    table.store(key, {3, 9, {}, 60});
    Fact fact;
    REQUIRE(table.find(key, fact));
    for (int bit = 0; bit < 64 + PositionKey::kPieceBits; ++bit) {
      PositionKey other = key;
      if (bit < 64) {
        other.occupied_bits ^= std::uint64_t{1} << bit;
      } else {
        other.piece_bits ^= 1U << (bit - 64);
      }
      CAPTURE(i, bit);
      REQUIRE_FALSE(table.find(other, fact));
      // Facts about the second key must not be merged with facts about the first key.
      table.store(other, {2, 11, {}, 0});
      REQUIRE(table.find(other, fact));
      REQUIRE(fact.no_win_within == 2);
      REQUIRE(table.find(key, fact));
      REQUIRE(fact.win_within == 9);
    }
  }
}

TEST_CASE("a table that is too small forgets, and never answers for another position", "[search]") {
  FactTable table = FactTable::make(1 << 12).value();  // 256 entries
  constexpr int kPositions = 20'000;
  for (int i = 1; i <= kPositions; ++i) table.store(key_of(static_cast<std::uint64_t>(i)), {i % 500, 500, {}, i % 10});
  int found = 0;
  for (int i = 1; i <= kPositions; ++i) {
    Fact fact;
    if (!table.find(key_of(static_cast<std::uint64_t>(i)), fact)) continue;
    ++found;
    REQUIRE(fact.no_win_within == i % 500);
  }
  CHECK(found == 256);
  CHECK(table.load() == 1.0);
}

TEST_CASE("threads that write the same buckets never read a mixture", "[search][parallel]") {
  FactTable table = FactTable::make(64).value();  // one bucket
  std::atomic<int> finds{0};
  std::atomic<int> mixtures{0};
  const auto work = [&](std::uint64_t first) {
    for (std::uint64_t i = 0; i < 200'000; ++i) {
      const std::uint64_t number = first + i % 5;
      table.store(key_of(number), {static_cast<int>(number), Fact::kUnknownWin, {}, static_cast<int>(i % 50)});
      Fact fact;
      if (!table.find(key_of(number), fact)) continue;
      ++finds;
      if (fact.no_win_within != static_cast<int>(number)) ++mixtures;
    }
  };
  std::thread other(work, 3);
  work(1);
  other.join();
  CHECK(finds > 0);
  CHECK(mixtures == 0);
}

TEST_CASE("a table takes at most 256 GiB, however much it may take", "[search]") {
  const auto table = FactTable::make(std::numeric_limits<std::uint64_t>::max() / 2);
  // The memory is reserved, not used. Some systems refuse to reserve more memory than they have.
  if (!table) WARN("this test is skipped: 256 GiB of address space are refused");
  if (table) CHECK(table->bytes() == std::uint64_t{1} << 38);
}

// This test limits the address space to 8 GiB. The address sanitizer needs more.
TEST_CASE("a table beyond all memory is refused", "[search][no-asan]") {
  if (test::is_skipped(UISGE_IS_EMULATED, "the emulator does not keep to limits of memory")) return;
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_AS, &before) == 0);
  rlimit tight = before;
  tight.rlim_cur = rlim_t{8} << 30;
  REQUIRE(setrlimit(RLIMIT_AS, &tight) == 0);
  const auto table = FactTable::make(std::uint64_t{16} << 30);
  REQUIRE(setrlimit(RLIMIT_AS, &before) == 0);
  test::check_error(table, ErrorKind::kResource);
  CHECK(table.error().message.find("search table: ") == 0);
}
