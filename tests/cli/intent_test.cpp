// What people type instead of what they were told to: files and positions in each other's places, positions without
// quotes, no file, no position. What is plainly meant is done, the rest gets the right command.
#include <catch2/catch.hpp>
#include <filesystem>
#include <sstream>

#include "tests/cli/run_program.h"
#include "tests/db/naive_labels.h"

using namespace uisge::test;
using Json = nlohmann::json;

namespace {

// The start of two a side on this board (docs/rules.md), as ranks and with the side to move.
const std::string kRanks = "4/bb2/1ww1";
const std::string kPosition = kRanks + " w";

// A folder with one database of 4x3, two a side, under the rules that the program takes unless told otherwise.
class SolvedFolder {
 public:
  SolvedFolder() {
    REQUIRE(run_uisge({"solve", "--board", "4x3", "--pieces", "2", "--out", database()}).exit_code == 0);
    answer_ = run_json("query", {database(), kPosition});
  }
  std::string path() const { return directory_.path(); }
  std::string database() const { return directory_.file("4x3-2-loses.uisge"); }
  std::string file(const std::string& name) const { return directory_.file(name); }
  const Json& answer() const { return answer_; }

 private:
  TemporaryDirectory directory_;
  Json answer_;
};

void check_refused(const std::vector<std::string>& arguments, const std::vector<std::string>& words,
                   const RunOptions& options = {}) {
  const ProgramRun run = run_uisge(arguments, options);
  CAPTURE(arguments, run.err, run.out);
  CHECK(run.exit_code == 2);
  CHECK(is_one_error_line(run.err));
  for (const std::string& word : words) CHECK(run.err.find(word) != std::string::npos);
  CHECK(run.out.empty());
}

}  // namespace

TEST_CASE("query takes a file and positions in any order, and positions without quotes", "[cli][query][intent]") {
  const SolvedFolder folder;
  const std::string& file = folder.database();
  CHECK(folder.answer()["position"] == kPosition);
  for (const std::vector<std::string>& words : {std::vector<std::string>{kPosition, file},
                                                {file, kRanks, "w"},
                                                {kRanks, "w", file},
                                                {file, kRanks, "w", "-", "-", "0", "1"},
                                                {file, kPosition + " - - 0 1"},
                                                {file},
                                                {file, "start"}}) {
    CAPTURE(words);
    CHECK(run_json("query", words) == folder.answer());
  }
  const ProgramRun two = run_uisge({"query", file, kRanks, "w", kRanks, "b", "--json"});
  CHECK(two.exit_code == 0);
  CHECK(Json::parse(two.out.substr(two.out.find('\n')))["position"] == kRanks + " b");

  check_refused({"query", file, folder.file("other.uisge"), kPosition}, {"other.uisge", "one file too many"});
  check_refused({"query", file, kPosition, "--pieces", "3"}, {"4x3 with 2 pieces a side"});
  check_refused({"query", file, kPosition, "--stuck", "wins"}, {"4x3 with 2 pieces a side"});
  check_refused({"query", file, kPosition + " - - 0"}, {"after the side to move"});
  CHECK(run_json("query", {file, "--stuck", "loses", "--board", "4x3"}) == folder.answer());
}

TEST_CASE("query finds the database of a position by its rules", "[cli][query][intent]") {
  const SolvedFolder folder;
  const TemporaryDirectory empty;
  CHECK(run_json("query", {kPosition, "--path", folder.path()}) == folder.answer());
  CHECK(run_json("query", {"start", "--board", "4x3", "--pieces", "2", "--path", empty.path() + ":" + folder.path()}) ==
        folder.answer());
  RunOptions options;
  options.environment = {"UISGE_PATH=" + folder.path()};
  const ProgramRun by_variable = run_uisge({"query", kPosition}, options);
  CHECK(by_variable.exit_code == 0);
  CHECK(by_variable.out.find("\n" + folder.database() + ", loses\n") != std::string::npos);
  options.input = kPosition + "\nstart\n";
  const ProgramRun stream = run_uisge({"query", "-", "--board", "4x3", "--pieces", "2", "--json"}, options);
  CHECK(stream.exit_code == 0);
  std::istringstream lines(stream.out);
  int answers = 0;
  for (std::string line; std::getline(lines, line); ++answers) CHECK(Json::parse(line) == folder.answer());
  CHECK(answers == 2);

  // The current folder comes last, and a checkpoint serves where there is no database.
  const ProgramRun here = RunningProgram("/bin/sh", {"-c", "cd \"$1\" && exec \"$0\" query \"$2\" --json",
                                                     UISGE_PROGRAM, folder.path(), kPosition})
                              .wait();
  CHECK(Json::parse(here.out)["file"] == "4x3-2-loses.uisge");

  const std::vector<std::string> words{"4x3-2-wins-diagonal.uisge", empty.path(),
                                       "uisge solve --board 4x3 --pieces 2 --stuck wins --diagonal-jumps", "--path"};
  check_refused({"query", kPosition, "--stuck", "wins", "--diagonal-jumps", "--path", empty.path()}, words);
  const Json searched = run_json("query", {kPosition, "--path", empty.path(), "--search", "20"});
  CHECK(searched["source"] == "search");
  CHECK(searched["file"].is_null());
  CHECK(searched["value"] == folder.answer()["value"]);
  CHECK(searched["distance"] == folder.answer()["distance"]);

  std::filesystem::copy_file(folder.database(), empty.file("4x3-2-draws.uisge"));
  const ProgramRun renamed = run_uisge({"query", kPosition, "--stuck", "draws", "--path", empty.path()});
  CHECK(renamed.exit_code == 3);
  CHECK(renamed.err.find("not what its name says") != std::string::npos);
}

TEST_CASE("commands that take a position take it without quotes, and name a file for what it is", "[cli][intent]") {
  const SolvedFolder folder;
  const std::string whole = run_uisge({"show", kPosition}).out;
  CHECK(run_uisge({"show", kRanks, "w"}).out == whole);
  CHECK(run_uisge({"show", kRanks, "w", "-", "-", "0", "1"}).out == whole);
  CHECK(run_uisge({"show", "start", "--board", "4x3", "--pieces", "2"}).out == whole);
  CHECK(run_uisge({"show", "start"}).out == run_uisge({"show"}).out);
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"show"}, {"perft", "--depth", "1"}, {"search", "--plies", "1"}, {"reach"}}) {
    std::vector<std::string> arguments = command;
    arguments.push_back(folder.database());
    check_refused(arguments, {folder.database() + ": is a file", "uisge query", "uisge play"});
    arguments.back() = kPosition;
    arguments.push_back("extra");
    check_refused(arguments, {"extra: one argument too many"});
  }
}

TEST_CASE("play takes a database where a position belongs", "[cli][play][intent]") {
  const SolvedFolder folder;
  RunOptions options;
  options.input = "copy\n";
  const std::string& file = folder.database();
  const ProgramRun named = run_uisge({"play", "--database", file, kPosition}, options);
  CHECK(named.exit_code == 0);
  CHECK(named.out.find("position: " + kPosition) != std::string::npos);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"play", file}, {"play", file, kPosition}, {"play", file, "start"}}) {
    CHECK(run_uisge(words, options).out == named.out);
  }
  check_refused({"play", file, "--board", "4x3"}, {"the options say otherwise"});
  check_refused({"play", file, "--stuck", "wins"}, {"the options say otherwise"});
  check_refused({"play", file, "--database", file}, {"one file too many"});
  const ProgramRun missing = run_uisge({"play", folder.file("x.uisge")});
  CHECK(missing.exit_code == 4);
  CHECK(is_one_error_line(missing.err));
}
