// `uisge diff`: two databases that differ in a rule, against the table of small boards.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/cli/run_program.h"
#include "tests/cli/small_database.h"

using namespace uisge;
using namespace uisge::test;
using Json = nlohmann::json;

namespace {

const DatabaseIdentity kSmallDraws{{4, 3}, 2, {StuckRule::kDraws, false}};

}  // namespace

TEST_CASE("diff counts what another stuck rule changes", "[cli][diff]") {
  const SmallDatabase loses;
  const SmallDatabase draws(kSmallDraws);
  const ProgramRun run = run_uisge({"diff", loses.path(), draws.path(), "--json"});
  REQUIRE(run.exit_code == 0);
  const Json diff = Json::parse(run.out);
  // Rows of tests/data/small-boards.csv: a position has changed if it is won or lost in one file only.
  CHECK(diff["live"] == 3510);
  std::uint64_t no_longer_won = 0;
  std::uint64_t now_won = 0;
  for (const Json& change : diff["changes"]) {
    if (change["from"] == "win") no_longer_won += change["positions"].get<std::uint64_t>();
    if (change["to"] == "win") now_won += change["positions"].get<std::uint64_t>();
  }
  CHECK(1670 - no_longer_won + now_won == 1182);
  const ProgramRun same = run_uisge({"diff", loses.path(), loses.path(), "--json"});
  CHECK(Json::parse(same.out)["changed"] == 0);
  const SmallDatabase other({{3, 3}, 2, {}});
  const ProgramRun refused = run_uisge({"diff", loses.path(), other.path()});
  CHECK(refused.exit_code == 2);
  CHECK(is_one_error_line(refused.err));
}
