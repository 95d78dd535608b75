#include "solver/solve/solve_plan.h"

#include "tests/solver/segment_listener.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

// The speeds are those of docs/scaling.md.
TEST_CASE("a plan uses the speed that was measured with as many pieces", "[plan]") {
  // Up to symmetry, 2x7 has 22 connected sets of twelve squares, and 2x5 has one connected set of ten squares.
  const double six = 22.0 * 924 * 4096;
  const double five = 252.0 * 1024;
  for (const unsigned threads : {1U, 16U}) {
    CHECK(make_plan({{2, 7}, 6, {}}, threads).seconds == Approx(six / (19e6 * threads)));
    CHECK(make_plan({{2, 5}, 5, {}}, threads).seconds == Approx(five / (25e6 * threads)));
  }
}

TEST_CASE("a plan whose threads alone take too much says so, not that the game is too large", "[plan]") {
  const SolvePlan one = make_plan({{4, 3}, 2, {}}, 1);
  SolvePlan many = make_plan({{4, 3}, 2, {}}, 1000);
  const auto refused = fit_memory(many, {one.memory_bytes(), std::nullopt});
  check_error(refused, ErrorKind::kResource);
  REQUIRE(refused.error().advice.size() == 1);
  CHECK(refused.error().advice.front().remedy == Remedy::kFewerThreads);
  CHECK(contains(refused.error().message, "on 1000 threads"));
  // Fewer threads alone do not help if less is allowed than one thread needs.
  const auto limited = fit_memory(many, {one.memory_bytes(), one.least_memory_bytes() - 1});
  check_error(limited, ErrorKind::kResource);
  REQUIRE(limited.error().advice.size() == 2);
  CHECK(limited.error().advice.front().remedy == Remedy::kFewerThreads);
  CHECK(limited.error().advice.back().remedy == Remedy::kAllowMemory);
  CHECK(limited.error().advice.back().amount == (one.least_memory_bytes() >> 20) + 1);
}

// A ply holds back the segments of its first phase, if it has two. Among the first plies are those that hold back most.
TEST_CASE("a plan under the rule `wins` has room for the segments that a ply holds back, and so has a team's",
          "[plan]") {
  for (const auto& [size, pieces] : {std::pair{BoardSize{4, 4}, 3}, {BoardSize{5, 5}, 3}, {BoardSize{4, 4}, 4}}) {
    CAPTURE(to_string(size), pieces);
    const DatabaseIdentity identity{size, pieces, {StuckRule::kWins, false}};
    const PlacementTable table = PlacementTable::build(size, pieces, false);
    const auto engine = std::make_unique<RetrogradeEngine>(table, EngineOptions{.stuck = StuckRule::kWins});
    SolvePlan plan = make_plan(identity, 1);
    SolvePlan team = plan;
    restrict_plan(team, plan.placements, true);
    while (engine->next_ply() < 6) {
      std::vector<std::pair<Outcome, std::uint64_t>> phases;
      SegmentListener listener([&](Outcome outcome, std::size_t, std::span<const std::uint8_t> segment) {
        if (phases.empty() || phases.back().first != outcome) phases.emplace_back(outcome, 0);
        phases.back().second += segment.size();
      });
      const PlyCounts counts = run_whole_ply(*engine, listener).value();
      if (counts.won == 0 || counts.lost == 0) continue;
      REQUIRE(phases.size() == 2);
      CHECK(phases[0].second <= plan.held_back_bytes);
      CHECK(phases[0].second + phases[1].second <= team.held_back_bytes);
    }
    CHECK(plan.least_memory_bytes() == make_plan({size, pieces, {}}, 1).least_memory_bytes() + plan.held_back_bytes);
  }
}
