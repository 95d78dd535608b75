#include "solver/solve/solve_plan.h"
#include "tests/test.h"

using namespace uisge;

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
  test::check_error(refused, ErrorKind::kResource);
  REQUIRE(refused.error().advice.size() == 1);
  CHECK(refused.error().advice.front().remedy == Remedy::kFewerThreads);
  CHECK(contains(refused.error().message, "on 1000 threads"));
}
