// `uisge info`: its output for a file, against the table of small boards.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/cli/run_program.h"
#include "tests/cli/small_database.h"

using namespace uisge;
using namespace uisge::test;
using Json = nlohmann::json;

TEST_CASE("info tells what is in a file", "[cli][info]") {
  const SmallDatabase database;
  const ProgramRun run = run_uisge({"info", database.path(), "--json"});
  REQUIRE(run.exit_code == 0);
  const Json info = Json::parse(run.out);
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
  const ProgramRun example =
      run_uisge({"query", database.path(), info["longest_example"].get<std::string>(), "--json"});
  CHECK(Json::parse(example.out)["distance"] == 12);
  const ProgramRun start =
      run_uisge({"query", database.path(), info["start"]["position"].get<std::string>(), "--json"});
  CHECK(Json::parse(start.out)["value"] == info["start"]["value"]);
  CHECK(Json::parse(start.out)["distance"] == info["start"]["distance"]);
  const ProgramRun text = run_uisge({"info", database.path(), "--histogram"});
  CHECK(text.out.find("3,510") != std::string::npos);
  CHECK(text.out.find("distance ") != std::string::npos);
}
