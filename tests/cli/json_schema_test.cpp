// Tests the schema of the JSON output. run_uisge checks the output of every run of every test by this schema.
#include "tests/cli/json_schema.h"
#include "tests/cli/run_program.h"

using namespace uisge::test;
using nlohmann::json;

TEST_CASE("every command but the dialogues has a schema", "[cli][json]") {
  const json manual = run_json("help", {});
  std::set<std::string> commands;
  for (const json& command : manual["commands"]) commands.insert(command["command"]);
  CHECK(commands.erase("play") == 1);
  CHECK(commands.erase("engine") == 1);
  std::set<std::string> described;
  for (const auto& [name, schema] : json_schema()["commands"].items()) described.insert(name);
  CHECK(described == commands);
}

TEST_CASE("what is not in the schema is noticed", "[cli][json]") {
  json good = run_json("show", {});
  CHECK(schema_violation("show", good.dump()).empty());
  CHECK(!schema_violation("show", good.dump() + "\nhello").empty());
  CHECK(!schema_violation("query", good.dump()).empty());
  json more = good;
  more["new"] = 1;
  CHECK(!schema_violation("show", more.dump()).empty());
  json less = good;
  less.erase("moves");
  CHECK(!schema_violation("show", less.dump()).empty());
  json other = good;
  other["stuck"] = "cries";
  CHECK(!schema_violation("show", other.dump()).empty());
  other = good;
  other["position"] = "somewhere";
  CHECK(!schema_violation("show", other.dump()).empty());
}

TEST_CASE("an answer says what it is about, where each move leads, and why a game is over", "[cli][json][query]") {
  const std::string file = UISGE_SOURCE "/tests/data/3x3-2-loses.uisge";
  const json answer = run_json("query", {file, "1b1/1b1/ww1 w"});
  check_fields(answer, "board", "3x3", "pieces", 2, "stuck", "loses", "diagonal_jumps", false, "over", nullptr);
  CHECK(!answer.contains("line_number"));
  REQUIRE(!answer["moves"].empty());
  for (const json& move : answer["moves"]) {
    const std::string position = move["position"];
    CHECK(position.ends_with(" b"));
    // A move's value for its player is the other side's value after the move, one ply later.
    const json after = run_json("query", {file, position});
    CHECK(after["distance"].is_null() == move["distance"].is_null());
    if (!after["distance"].is_null()) CHECK(after["distance"].get<int>() + 1 == move["distance"]);
  }
  CHECK(run_json("query", {file, "1b1/1b1/WW1 b"})["over"] == "crowned");
  CHECK(run_json("query", {file, "b2/b2/ww1 w"})["over"] == "stuck");

  const ProgramRun run = run_uisge({"query", file, "-", "--json"},
                                   {.input = "# two answers and a mistake\n1b1/1b1/ww1 w\nhello\n\n1b1/1b1/WW1 b\n"});
  std::vector<int> numbers;
  for (const json& line : json_lines(run.out)) numbers.push_back(line["line_number"]);
  CHECK(numbers == std::vector<int>{2, 3, 5});
}
