// Tests `uisge query --hardness` from end to end; tests/db/move_hardness_test.cpp tests the figures.
#include "tests/cli/run_program.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;
using Json = nlohmann::json;

TEST_CASE("the draws of a drawn position are ranked by how hard they are", "[cli][query][hardness]") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("a.uisge");
  write_database(file, naive_labels({{3, 3}, 3, {}}));
  // A drawn position with several drawing moves, and a won position with some drawing moves.
  const auto found = [&](const std::string& value, const std::string& drawing) {
    const ProgramRun run =
        run_well({"find", file, "--value", value, "--drawing-moves", drawing, "--limit", "1", "--json"});
    return Json::parse(run.out)["position"].get<std::string>();
  };
  const std::string drawn = found("draw", "3..");
  const std::string won = found("win", "1..");
  for (const std::string plies : {"1", "3", "5", "7"}) {
    const Json answer = run_json("query", {file, drawn, "--hardness", plies});
    CHECK(answer["hardness_plies"] == std::stoi(plies));
    double last = 1;
    for (const Json& move : answer["moves"]) {
      CHECK(move.contains("hardness") == (move["value"] == "draw"));
      if (!move.contains("hardness")) continue;
      CHECK(move["hardness"] <= last);
      last = move["hardness"];
    }
  }
  CHECK(run_json("query", {file, drawn}) == run_json("query", {file, drawn, "--hardness", "1"}));
  CHECK(!run_json("query", {file, drawn, "--hardness", "0"}).contains("hardness_plies"));
  CHECK(!run_json("query", {file, won}).contains("hardness_plies"));
  const std::string text = run_uisge({"query", file, drawn}).out;
  CHECK(std::regex_search(text, std::regex("draw, [0-9]+ of [0-9]+ repl(y loses|ies lose)\n")));
  const std::string deeper = run_uisge({"query", file, drawn, "--hardness", "3"}).out;
  CHECK(std::regex_search(deeper, std::regex(" of [0-9]+ repl[a-z ]+, [0-9.]+ % err within 3 plies\n")));
  // Positions from the standard input get a hardness too if --hardness is given.
  const RunOptions options{.input = drawn + "\n"};
  CHECK(!contains(run_uisge({"query", file, "-", "--json"}, options).out, "hardness"));
  CHECK(contains(run_uisge({"query", file, "-", "--json", "--hardness", "1"}, options).out, "\"hardness\":"));
}
