// `uisge info`: its output for a file, against the table of small boards.
#include "tests/cli/run_program.h"
#include "tests/cli/small_database.h"

using namespace uisge;
using namespace uisge::test;
using Json = nlohmann::json;

TEST_CASE("info tells what is in a file", "[cli][info]") {
  const SmallDatabase database;
  const Json info = run_json("info", {database.path()});
  // The row of 4x3 in tests/data/small-boards.csv.
  CHECK(info["board"] == "4x3");
  CHECK(info["pieces"] == 2);
  CHECK(info["stuck"] == "loses");
  CHECK(info["diagonal_jumps"] == false);
  CHECK(info["live"] == 3510);
  CHECK(info["won"] == 1670);
  CHECK(info["lost"] == 1796);
  CHECK(info["drawn"] == 44);
  CHECK(info["longest_distance"] == 12);
  REQUIRE(info["by_distance"].size() == 13);
  std::uint64_t won = 0;
  for (const Json& row : info["by_distance"]) won += row["won"].get<std::uint64_t>();
  CHECK(won == 1670);
  CHECK(run_json("query", {database.path(), info["longest_example"]})["distance"] == 12);
  const Json start = run_json("query", {database.path(), info["start"]["position"]});
  CHECK(start["value"] == info["start"]["value"]);
  CHECK(start["distance"] == info["start"]["distance"]);
  const ProgramRun text = run_uisge({"info", database.path(), "--histogram"});
  CHECK(contains(text.out, "3,510"));
  CHECK(contains(text.out, "distance "));
}
