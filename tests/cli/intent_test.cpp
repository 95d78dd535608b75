// Tests what people type instead of the documented form: files and positions in the wrong order, positions without
// quotes, no file, no position. Clear cases are accepted; in all other cases the program names the right command.
#include "tests/cli/run_program.h"
#include "tests/cli/solved_game.h"

using namespace uisge::test;
using Json = nlohmann::json;

namespace {

// The start of 4x3 with two a side (docs/rules.md): the ranks alone, and the ranks with the side to move.
const std::string kTwoASideRanks = "4/bb2/1ww1";
const std::string kTwoASide = kTwoASideRanks + " w";

// A folder with one database of 4x3, two a side, under the program's default rules.
struct SolvedFolder : SolvedFile {
  SolvedFolder() : SolvedFile({4, 3, 2}), answer(run_json("query", {path(), kTwoASide})) {}
  Json answer;
};

void expect_refusal(const std::vector<std::string>& arguments, const std::vector<std::string>& words,
                    const RunOptions& options = {}) {
  const std::string line = check_refused(arguments, 2, "", options);
  CAPTURE(arguments, line);
  for (const std::string& word : words) CHECK(contains(line, word));
}

}  // namespace

TEST_CASE("query takes files and positions in any order, and positions without quotes", "[cli][query][intent]") {
  const SolvedFolder folder;
  const std::string file = folder.path();
  CHECK(folder.answer["position"] == kTwoASide);
  for (const std::vector<std::string>& words : {std::vector<std::string>{kTwoASide, file},
                                                {file, kTwoASideRanks, "w"},
                                                {kTwoASideRanks, "w", file},
                                                {file, kTwoASideRanks, "w", "-", "-", "0", "1"},
                                                {file, kTwoASide + " - - 0 1"},
                                                {file},
                                                {file, "start"}}) {
    CAPTURE(words);
    CHECK(run_json("query", words) == folder.answer);
  }
  const ProgramRun two = run_well({"query", file, kTwoASideRanks, "w", kTwoASideRanks, "b", "--json"});
  CHECK(Json::parse(two.out.substr(two.out.find('\n')))["position"] == kTwoASideRanks + " b");

  CHECK(run_json("query", {file, "--stuck", "loses", "--board", "4x3"}) == folder.answer);
}

TEST_CASE("query finds the database of a position by its rules", "[cli][query][intent]") {
  const SolvedFolder folder;
  const TemporaryDirectory empty;
  CHECK(run_json("query", {kTwoASide, "--path", folder.folder()}) == folder.answer);
  CHECK(run_json("query", {"--path", folder.folder(), kTwoASide}) == folder.answer);
  // The words "start" and "-" never mean a file of that name.
  write_text(folder.file("start"), "");
  write_text(folder.file("-"), "");
  const ProgramRun in_folder = run_in_folder(folder.folder(), {"query", folder.path(), "start", "--json"});
  CHECK(Json::parse(in_folder.out)["position"] == kTwoASide);
  const ProgramRun from_input =
      run_in_folder(folder.folder(), {"query", folder.path(), "-", "--json"}, {.input = kTwoASide + "\n"});
  CHECK(Json::parse(from_input.out)["position"] == kTwoASide);
  CHECK(run_json("query", {"start", "--board", "4x3", "--pieces", "2", "--path",
                           empty.path() + ":" + folder.folder()}) == folder.answer);
  RunOptions options;
  options.environment = {"UISGE_PATH=" + folder.folder()};
  CHECK(contains(run_well({"query", kTwoASide}, options).out, "\n" + folder.path() + ", loses\n"));
  options.input = kTwoASide + "\nstart\n";
  const ProgramRun stream = run_well({"query", "-", "--board", "4x3", "--pieces", "2", "--json"}, options);
  auto answers = json_lines(stream.out);
  REQUIRE(answers.size() == 2);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    CHECK(answers[i]["line_number"] == i + 1);
    answers[i].erase("line_number");
    CHECK(answers[i] == folder.answer);
  }

  // The program searches the current folder last. A checkpoint answers if there is no database for the position in any
  // folder.
  const ProgramRun here = RunningProgram("/bin/sh", {"-c", "cd \"$1\" && exec \"$0\" query \"$2\" --json",
                                                     UISGE_PROGRAM, folder.folder(), kTwoASide})
                              .wait();
  CHECK(Json::parse(here.out)["file"] == "4x3-2-loses.uisge");

  const std::vector<std::string> words{"4x3-2-wins-diagonal.uisge", empty.path(),
                                       "uisge solve --board 4x3 --pieces 2 --stuck wins --diagonal-jumps", "--path"};
  // The table of known starts answers about the game's own start without a file, so the test asks about another
  // position.
  expect_refusal({"query", "4/1bb1/1ww1 w", "--stuck", "wins", "--diagonal-jumps", "--path", empty.path()}, words);
  const Json searched = run_json("query", {kTwoASide, "--path", empty.path(), "--search", "20"});
  check_fields(searched, "source", "search", "file", nullptr, "value", folder.answer["value"], "distance",
               folder.answer["distance"]);

  std::filesystem::copy_file(folder.path(), empty.file("4x3-2-draws.uisge"));
  check_refused({"query", kTwoASide, "--stuck", "draws", "--path", empty.path()}, 3, "not what its name says");
}

TEST_CASE("query finds a values database where there is no other", "[cli][query][intent][values]") {
  const SolvedFolder folder;
  const auto solve_values = [&](const std::string& stuck) {
    run_well({"solve", "--values", "--board", "4x3", "--pieces", "2", "--stuck", stuck, "--out",
              folder.file("4x3-2-" + stuck + "-values.uisge")});
  };
  solve_values("passes");
  const Json values = run_json("query", {kTwoASide, "--stuck", "passes", "--path", folder.folder()});
  check_fields(values, "file", folder.file("4x3-2-passes-values.uisge"), "distance", nullptr);
  // A database with distances is preferred to a values database.
  solve_values("loses");
  CHECK(run_json("query", {kTwoASide, "--path", folder.folder()}) == folder.answer);
}

TEST_CASE("commands that take a position take it without quotes, and say so if a file stands in its place",
          "[cli][intent]") {
  const SolvedFolder folder;
  const std::string whole = run_uisge({"show", kTwoASide}).out;
  CHECK(run_uisge({"show", kTwoASideRanks, "w"}).out == whole);
  CHECK(run_uisge({"show", kTwoASideRanks, "w", "-", "-", "0", "1"}).out == whole);
  CHECK(run_uisge({"show", "start", "--board", "4x3", "--pieces", "2"}).out == whole);
  CHECK(run_uisge({"show", "start"}).out == run_uisge({"show"}).out);
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"show"}, {"perft", "--depth", "1"}, {"search", "--plies", "1"}, {"reach"}}) {
    expect_refusal(joined(command, {folder.path()}), {folder.path() + ": is a file", "uisge query", "uisge play"});
    expect_refusal(joined(command, {kTwoASide, "extra"}), {"extra: one argument too many"});
  }
}

TEST_CASE("play takes a database where a position belongs", "[cli][play][intent]") {
  const SolvedFolder folder;
  const RunOptions options{.input = "copy\n"};
  const std::string file = folder.path();
  const ProgramRun named = run_well({"play", "--database", file, kTwoASide}, options);
  CHECK(contains(named.out, "position: " + kTwoASide));
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"play", file},
        {"play", file, kTwoASide},
        {"play", file, "start"},
        {"play", file, "--board", "4x3", "--pieces", "2", "--stuck", "loses"}}) {
    CHECK(run_uisge(words, options).out == named.out);
  }
}
