#include "solver/checkpoint/segment.h"
#include "solver/retrograde/retrograde.h"
#include "tests/solver/segment_listener.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

namespace {

// On the larger boards each rule set takes seconds, so only these two stuck rules are tested there. The code has the
// most special cases for them.
constexpr StuckRule kRulesThatStandForAll[] = {StuckRule::kWins, StuckRule::kPasses};

// Runs every kernel on several threads, with sparse plies wherever possible and with little room for lists. Compares
// the results with those of the portable kernel on one thread, which uses dense plies alone.
void check_every_way(BoardSize size, int pieces, RuleSet rules, Plies most_plies = kMaxPlies) {
  CAPTURE(to_string(size), pieces, to_string(rules));
  const PlacementTable table = PlacementTable::build(size, pieces, rules.diagonal_jumps);
  const EngineOptions plain{.stuck = rules.stuck, .frontier_bytes = 1 << 20, .only_dense = true};
  const SolvedSegments expected = solved_segments(table, plain, most_plies);
  for (const InstructionSet set : supported_instruction_sets()) {
    EngineOptions options{.stuck = rules.stuck, .instructions = set, .threads = 2, .frontier_bytes = 1 << 14};
    CHECK((solved_segments(table, options, most_plies) == expected));
    options = {.stuck = rules.stuck, .instructions = set, .threads = 3, .frontier_bytes = 1 << 24, .only_sparse = true};
    CHECK((solved_segments(table, options, most_plies) == expected));
  }
}

}  // namespace

TEST_CASE("dense and sparse plies, every kernel and any number of threads decide the same", "[engine][law][parallel]") {
  const std::pair<BoardSize, int> boards[] = {{{3, 3}, 1}, {{4, 4}, 2}, {{4, 4}, 3}, {{2, 2}, 3}};
  for (const auto& [size, pieces] : boards) {
    for (const RuleSet rules : kAllRuleSets) check_every_way(size, pieces, rules);
  }
  for (const StuckRule stuck : kRulesThatStandForAll) check_every_way({4, 3}, 4, {stuck, true});
}

// These boards have room to move, unlike full ones such as 4x3 with six a side. The whole solve would take too long for
// a test, so only the first plies are compared.
TEST_CASE("dense and sparse plies and every kernel decide the same in the first plies of five and six a side",
          "[engine][law]") {
  check_every_way({2, 6}, 5, {StuckRule::kPasses, false}, 40);
  check_every_way({2, 7}, 6, {StuckRule::kDraws, false}, 4);
}

TEST_CASE("an engine that replays segments goes on where the first engine stopped", "[engine][parallel]") {
  const PlacementTable table = PlacementTable::build({4, 4}, 3, false);
  for (const StuckRule stuck : {StuckRule::kLoses, StuckRule::kWins}) {
    const EngineOptions options{.stuck = stuck};
    const SolvedSegments whole = solved_segments(table, options);
    for (Plies resumed_at = 1; resumed_at < whole.counts.size(); resumed_at = static_cast<Plies>(resumed_at + 5)) {
      const auto engine = std::make_unique<RetrogradeEngine>(table, options);
      for (Plies ply = 0; ply < resumed_at; ++ply) {
        for (const auto& [key, bytes] : whole.segments) {
          const auto& [segment_ply, outcome, chunk] = key;
          if (segment_ply == ply) REQUIRE(engine->replay(outcome, chunk, bytes));
        }
        engine->end_replayed_ply({ply, whole.counts[ply][0], whole.counts[ply][1]});
      }
      std::vector<std::array<std::uint64_t, 2>> counts(whole.counts.begin(), whole.counts.begin() + resumed_at);
      while (!engine->is_finished()) {
        const PlyCounts ply = run_whole_ply(*engine);
        counts.push_back({ply.won, ply.lost});
      }
      CHECK(counts == whole.counts);
    }
  }
}

TEST_CASE("bytes that are not a segment are refused", "[engine]") {
  const PlacementTable table = PlacementTable::build({4, 4}, 3, false);
  const auto engine = std::make_unique<RetrogradeEngine>(table, EngineOptions{});
  CHECK(!engine->replay(Outcome::kWin, engine->chunk_count(), {}));
  CHECK(!engine->replay(Outcome::kWin, 0, {}));
  const std::vector<std::uint8_t> zeros(100, 0);
  CHECK(!engine->replay(Outcome::kWin, 0, zeros));
  const std::vector<std::uint8_t> ones(100, 0xFF);  // codes empty lists, but more of them than a chunk has placements
  CHECK(!engine->replay(Outcome::kWin, 0, ones));
}
