#include "solver/cluster/ownership.h"
#include "solver/checkpoint/segment.h"
#include "solver/cluster/cluster.h"
#include "solver/retrograde/retrograde.h"
#include "tests/test.h"

using namespace uisge;

namespace {

constexpr BoardSize kSize{6, 5};
constexpr int kPieces = 4;

const PlacementTable& table() {
  static const PlacementTable result = PlacementTable::build(kSize, kPieces, true);
  return result;
}

Ownership divide(std::size_t chunk_size, int ranks) {
  auto owners = Ownership::partition(table(), chunk_size, ranks);
  REQUIRE(owners);
  return {table(), chunk_size, ranks, std::move(*owners)};
}

}  // namespace

TEST_CASE("every chunk has one owner, and its holders are the ranks whose moves lead there", "[cluster][law]") {
  for (const std::size_t chunk_size : {std::size_t{1}, std::size_t{64}}) {
    for (const int ranks : {1, 2, 3, 7}) {
      CAPTURE(chunk_size, ranks);
      const Ownership ownership = divide(chunk_size, ranks);
      const std::size_t chunks = (table().size() + chunk_size - 1) / chunk_size;
      std::vector<std::set<std::uint32_t>> holders(chunks);
      for (std::size_t i = 0; i < table().size(); ++i) {
        const std::uint32_t owner = ownership.owner(i / chunk_size);
        REQUIRE(owner < static_cast<std::uint32_t>(ranks));
        holders[i / chunk_size].insert(owner);
        for (const Transition& move : table().transitions(static_cast<PlacementId>(i))) {
          holders[index(move.target) / chunk_size].insert(owner);
        }
      }
      std::size_t wrong = 0;
      for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        const auto found = ownership.holders(chunk);
        if (std::vector(found.begin(), found.end()) != std::vector(holders[chunk].begin(), holders[chunk].end()))
          ++wrong;
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("the parts of all ranks make up the board, and every part has its reported load", "[cluster][law]") {
  constexpr std::size_t kChunk = 16;
  constexpr int kRanks = 5;
  const Ownership ownership = divide(kChunk, kRanks);
  std::set<std::uint32_t> seen;
  std::uint64_t moves = 0;
  for (int rank = 0; rank < kRanks; ++rank) {
    const EnginePart part = ownership.part(rank, {});
    const RankLoad& load = ownership.loads()[static_cast<std::size_t>(rank)];
    CHECK(load.chunks == part.chunks.size());
    CHECK(load.held == part.held);
    CHECK(load.placements <= load.held);
    CHECK(load.foreign_moves <= load.moves);
    moves += load.moves;
    bool others_wait = true;
    for (const std::uint32_t chunk : part.chunks) {
      CHECK(ownership.owner(chunk) == static_cast<std::uint32_t>(rank));
      CHECK(seen.insert(chunk).second);
      const bool is_shared = ownership.holders(chunk).size() > 1;
      CHECK((others_wait || !is_shared));  // shared chunks come first
      others_wait = is_shared;
    }
  }
  CHECK(seen.size() == (table().size() + kChunk - 1) / kChunk);
  CHECK(moves == table().transition_count());
}

TEST_CASE("work is divided evenly, and most moves stay with their rank", "[cluster]") {
  const Ownership ownership = divide(1, 4);
  CHECK(imbalance(ownership.loads()) < 1.1);
  std::uint64_t foreign = 0;
  for (const RankLoad& load : ownership.loads()) foreign += load.foreign_moves;
  // If chunks were dealt out at random to the four ranks, a move would lead to another rank's chunk with probability
  // 0.75. The division must halve this.
  CHECK(static_cast<double>(foreign) < 0.375 * static_cast<double>(table().transition_count()));
}

TEST_CASE("a board is divided the same way every time, also with more ranks than chunks", "[cluster]") {
  CHECK(*Ownership::partition(table(), 16, 5) == *Ownership::partition(table(), 16, 5));
  const std::size_t half = (table().size() + 1) / 2;
  CHECK(*Ownership::partition(table(), half, 5) == std::vector<std::uint32_t>{0, 1});
  const Ownership sparse(table(), half, 5, {0, 1});
  CHECK(sparse.part(4, {}).chunks.empty());
  CHECK(sparse.part(4, {}).held == 0);
}

TEST_CASE("the description of a division has the numbers that were counted by hand", "[cluster]") {
  const std::vector<RankLoad> loads{{1, 10, 300, 30, 15000}, {1, 10, 100, 10, 12000}};
  CHECK(imbalance(loads) == Approx(1.5));
  CHECK(describe(loads, 20000) ==
        "2 ranks, the busiest 50.0 % above the average, 10.0 % of the moves foreign, at most 15,000 of 20,000 "
        "placements on one");
}

TEST_CASE("a plan for ranks is the real division in bytes", "[cluster][plan]") {
  constexpr int kRanks = 4;
  const DatabaseIdentity identity{kSize, kPieces, {StuckRule::kLoses, true}};
  const auto plan = plan_team(identity, 2, kRanks);
  REQUIRE(plan);
  const std::size_t chunk_size = chunk_size_for(kPieces);
  const Ownership ownership = divide(chunk_size, kRanks);
  std::uint64_t most_held = 0;
  for (const RankLoad& load : ownership.loads()) most_held = std::max(most_held, load.held);
  CHECK(plan->largest.plane_bytes == 2 * Plane::bytes_for(most_held, kPieces));
  CHECK(plan->leader.plane_bytes == 2 * Plane::bytes_for(ownership.loads()[0].held, kPieces));
  // Each segment goes to the leader, unless the leader itself made the segment, and goes to no rank twice.
  CHECK(plan->message_bytes > plan->leader.log_bytes / 2);
  CHECK(plan->message_bytes < plan->leader.log_bytes * kRanks);
  CHECK(!plan_team({{2, 2}, 3, {}}, 1, kRanks));
}
