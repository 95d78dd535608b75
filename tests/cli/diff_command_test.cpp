// `uisge diff`: two databases that differ in a rule, against the table of small boards.
#include "tests/cli/run_program.h"
#include "tests/cli/small_database.h"

using namespace uisge;
using namespace uisge::test;
using Json = nlohmann::json;

TEST_CASE("diff counts what another stuck rule changes", "[cli][diff]") {
  const SmallDatabase loses;
  const SmallDatabase draws({{4, 3}, 2, {StuckRule::kDraws, false}});
  const Json diff = run_json("diff", {loses.path(), draws.path()});
  // Rows of tests/data/small-boards.csv: a position has changed if it is won or lost in one file only.
  CHECK(diff["live"] == 3510);
  std::uint64_t no_longer_won = 0;
  std::uint64_t now_won = 0;
  for (const Json& change : diff["changes"]) {
    if (change["from"] == "win") no_longer_won += change["positions"].get<std::uint64_t>();
    if (change["to"] == "win") now_won += change["positions"].get<std::uint64_t>();
  }
  CHECK(1670 - no_longer_won + now_won == 1182);
  CHECK(run_json("diff", {loses.path(), loses.path()})["changed"] == 0);
  const SmallDatabase other({{3, 3}, 2, {}});
  check_refused({"diff", loses.path(), other.path()}, 2);
}
