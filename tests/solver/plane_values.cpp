#include "tests/solver/plane_values.h"

#include "core/piece_count.h"
#include "solver/blocks/plane_counts.h"
#include "solver/retrograde/retrograde.h"
#include "tests/solver/random_planes.h"
#include "tests/test.h"

namespace uisge::test {

namespace {

void append(std::span<const std::uint64_t> blocks, std::vector<std::uint64_t>& words) {
  words.insert(words.end(), blocks.begin(), blocks.end());
}

// Adds the positions in which the opponent has only crowns: they are lost, but not live. Returns false if `lost` had
// any of these positions already.
template <int N>
bool add_completed(std::span<std::uint64_t> lost) {
  constexpr auto kCompleted = completed_words<N>();
  bool is_new = true;
  for (std::size_t w = 0; w < lost.size(); ++w) {
    const std::uint64_t completed = kCompleted[w % kCompleted.size()];
    is_new = is_new && (lost[w] & completed) == 0;
    lost[w] |= completed;
  }
  return is_new;
}

}  // namespace

PlaneValues values_by_plies(const PlacementTable& table, StuckRule stuck, InstructionSet instructions) {
  const EngineOptions options{.stuck = stuck, .instructions = instructions};
  const auto engine = std::make_unique<RetrogradeEngine>(table, options);
  while (!engine->is_finished()) run_whole_ply(*engine);
  PlaneValues values;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto id = static_cast<PlacementId>(i);
    append({engine->won().blocks(id), words_of_placement(table.pieces())}, values.won);
    append({engine->lost().blocks(id), words_of_placement(table.pieces())}, values.lost);
  }
  return values;
}

PlaneValues values_by_sweeps(const PlacementTable& table, WonPlane& plane, const ValuesOptions& options) {
  return settled_values(table, *ValuesEngine::create(table, plane, options));
}

PlaneValues settled_values(const PlacementTable& table, ValuesEngine& engine, bool is_from_nothing) {
  std::uint64_t newly_won = 0;
  for (bool is_fixpoint = false; !is_fixpoint;) {
    const auto counts = engine.run_sweep({});
    REQUIRE(counts);
    is_fixpoint = counts->is_fixpoint;
    newly_won += counts->won;
  }
  LabelSummary summary;
  const auto last = engine.run_full_sweep({}, summary);
  REQUIRE(last);
  CHECK(last->is_fixpoint);
  CHECK(last->won == 0);
  if (is_from_nothing) CHECK(newly_won == summary.raw.won);
  PlaneValues values;
  PlaneCounts counted(table);
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto id = static_cast<PlacementId>(i);
    const auto decided = engine.decided(0, id);
    REQUIRE(decided);
    counted.add(id, decided->won.data(), decided->lost.data());
    append(decided->won, values.won);
    append(decided->lost, values.lost);
  }
  CHECK(counted.summary() == summary);
  // The engine reports only live positions. So this function adds the positions that are lost because the opponent
  // has completed.
  CHECK(for_piece_count(table.pieces(), [&]<int N>() { return add_completed<N>(values.lost); }));
  return values;
}

PlaneValues values_by_sweeps(const PlacementTable& table, const ValuesOptions& options) {
  MemoryPlane plane(TileLayout(table.size(), table.pieces(), kSmallTile), table.pieces());
  return settled_values(table, *ValuesEngine::create(table, plane, options), true);
}

}  // namespace uisge::test
