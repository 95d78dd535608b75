// The schema and the page of the JSON output belong together; that the output keeps to them is held in run_uisge, for
// every run of every test.
#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/cli/json_schema.h"
#include "tests/cli/run_program.h"

using namespace uisge::test;
using nlohmann::json;

namespace {

// The fields of each section of docs/json.md, by the section's name in the schema.
std::map<std::string, std::set<std::string>> fields_of_the_page() {
  std::map<std::string, std::set<std::string>> fields;
  std::ifstream page(UISGE_SOURCE "/docs/json.md");
  std::string section;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("`") && line.find("` in the schema.") != std::string::npos) {
      section = line.substr(1, line.find('`', 1) - 1);
    }
    if (line.starts_with("| `")) fields[section].insert(line.substr(3, line.find('`', 3) - 3));
  }
  return fields;
}

}  // namespace

TEST_CASE("the page of the JSON output has every object and field of the schema, and no other", "[cli][json]") {
  std::map<std::string, std::set<std::string>> expected;
  for (const auto& [name, definition] : json_schema()["definitions"].items()) {
    if (!definition.contains("properties")) continue;
    for (const auto& [field, type] : definition["properties"].items()) expected[name].insert(field);
  }
  CHECK(expected.size() > 10);
  CHECK(fields_of_the_page() == expected);
}

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
  CHECK(answer["board"] == "3x3");
  CHECK(answer["pieces"] == 2);
  CHECK(answer["stuck"] == "loses");
  CHECK(answer["diagonal_jumps"] == false);
  CHECK(answer["over"].is_null());
  CHECK(!answer.contains("line_number"));
  REQUIRE(!answer["moves"].empty());
  for (const json& move : answer["moves"]) {
    const std::string position = move["position"];
    CHECK(position.ends_with(" b"));
    // The position after the move is worth to the other side what the move is to this one, a ply later.
    const json after = run_json("query", {file, position});
    CHECK(after["distance"].is_null() == move["distance"].is_null());
    if (!after["distance"].is_null()) CHECK(after["distance"].get<int>() + 1 == move["distance"]);
  }
  CHECK(run_json("query", {file, "1b1/1b1/WW1 b"})["over"] == "crowned");
  CHECK(run_json("query", {file, "b2/b2/ww1 w"})["over"] == "stuck");

  RunOptions options;
  options.input = "# two answers and a mistake\n1b1/1b1/ww1 w\nhello\n\n1b1/1b1/WW1 b\n";
  const ProgramRun run = run_uisge({"query", file, "-", "--json"}, options);
  std::istringstream lines(run.out);
  std::vector<int> numbers;
  for (std::string line; std::getline(lines, line);) numbers.push_back(json::parse(line)["line_number"]);
  CHECK(numbers == std::vector<int>{2, 3, 5});
}
