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
  std::set<std::string> listed;
  for (const json& command : json_schema()["anyOf"]) listed.insert(command["$ref"]);
  for (const std::string& command : commands) CHECK(listed.count("#/commands/" + command) == 1);
}

TEST_CASE("a field that the schema lacks is noticed", "[cli][json]") {
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
