#include "tests/solver/plane_values.h"

#include <catch2/catch.hpp>
#include <span>

#include "core/colouring.h"
#include "solver/retrograde/retrograde.h"

namespace uisge::test {

namespace {

std::size_t words_per_placement(int pieces) {
  return static_cast<std::size_t>(colouring_count(pieces)) * block_words(pieces);
}

void append(std::span<const std::uint64_t> blocks, std::vector<std::uint64_t>& words) {
  words.insert(words.end(), blocks.begin(), blocks.end());
}

}  // namespace

PlaneValues values_by_plies(const PlacementTable& table, StuckRule stuck, InstructionSet instructions) {
  EngineOptions options;
  options.stuck = stuck;
  options.instructions = instructions;
  const auto engine = RetrogradeEngine::create(table, options);
  PlyCounts counts;
  while (!engine->is_finished()) REQUIRE(engine->run_ply({}, counts) == PlyEnd::kDone);
  PlaneValues values;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto id = static_cast<PlacementId>(i);
    append({engine->won().blocks(id), words_per_placement(table.pieces())}, values.won);
    append({engine->lost().blocks(id), words_per_placement(table.pieces())}, values.lost);
  }
  return values;
}

PlaneValues values_by_sweeps(const PlacementTable& table, WonPlane& plane, const ValuesOptions& options) {
  const auto engine = ValuesEngine::create(table, plane, options);
  for (bool is_fixpoint = false; !is_fixpoint;) {
    const auto counts = engine->run_sweep({});
    REQUIRE(counts);
    is_fixpoint = counts->is_fixpoint;
  }
  PlaneValues visited;
  const std::size_t words = words_per_placement(table.pieces());
  visited.won.resize(table.size() * words);
  visited.lost.resize(table.size() * words);
  const auto last = engine->run_full_sweep({}, [&](int, PlacementId id, const DecidedBlocks& blocks) {
    std::copy(blocks.won.begin(), blocks.won.end(), visited.won.data() + index(id) * words);
    std::copy(blocks.lost.begin(), blocks.lost.end(), visited.lost.data() + index(id) * words);
  });
  REQUIRE(last);
  CHECK(last->is_fixpoint);
  CHECK(last->won == 0);
  // What is asked for later is the same, but for the positions that are not live.
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto decided = engine->decided(0, static_cast<PlacementId>(i));
    REQUIRE(decided);
    for (std::size_t w = 0; w < words; ++w) {
      if (decided->won[w] != visited.won[i * words + w]) FAIL("won bits of placement " << i << " differ");
      if ((decided->lost[w] & ~visited.lost[i * words + w]) != 0) FAIL("lost bits of placement " << i << " differ");
    }
  }
  return visited;
}

PlaneValues values_by_sweeps(const PlacementTable& table, const ValuesOptions& options) {
  MemoryPlane plane(TileLayout(table.size(), table.pieces(), kSmallTile), table.pieces());
  return values_by_sweeps(table, plane, options);
}

}  // namespace uisge::test
