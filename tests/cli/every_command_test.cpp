// Promises that hold for every command, and a check that some test uses every option of every command. The program
// itself lists its commands and options, so a new one without a test fails here.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "tests/cli/run_program.h"
#include "tests/cli/win_in_one.h"
#include "tests/db/naive_labels.h"
#include "tests/oracle/oracle_moves.h"
#include "tests/oracle/oracle_solution.h"

using namespace uisge::test;
using nlohmann::json;

namespace {

const std::string kStart43 = "4/bb2/1ww1 w";  // two a side, docs/rules.md

// For each command, arguments that take no time.
class QuickCalls {
 public:
  QuickCalls() {
    REQUIRE(run_uisge({"solve", "--board", "4x3", "--pieces", "2", "--out", database()}).exit_code == 0);
    REQUIRE(run_uisge({"search", kWinInOne, "--memory", "1M", "--proof", proof()}).exit_code == 0);
    std::ofstream(record()) << "[Start \"" << kStart43 << "\"]\n*\n";
    calls_ = {
        {"show", {}},
        {"perft", {"--depth", "2"}},
        {"plan", {"--board", "4x3", "--pieces", "2"}},
        {"solve", {"--board", "3x3", "--pieces", "2", "--out", directory_.file("again.uisge")}},
        {"query", {database(), kStart43}},
        {"play", {kWinInOne, "--memory", "1M"}},
        {"annotate", {database(), record()}},
        {"engine", {database()}},
        {"search", {kWinInOne, "--memory", "1M"}},
        {"prove", {kWinInOne, "--memory", "1M"}},
        {"verify-proof", {proof()}},
        {"book", {kStart43, "--plies", "2", "--depth", "4", "--memory", "1M", "--out", directory_.file("start.book")}},
        {"reach", {"--board", "4x3", "--pieces", "2"}},
        {"serve", {database(), "--listen", "127.0.0.1:0", "--for", "0.1"}},
        {"info", {database()}},
        {"check", {database()}},
        {"verify", {database()}},
        {"diff", {database(), database()}},
        {"find", {database(), "--count"}},
        {"export", {database(), "--counts", directory_.file("counts.csv")}},
        {"extract", {database(), "--plies", "2", "--draws", "10", "--out", directory_.file("x.extract")}},
        {"bench", {}},
        {"help", {"show"}},
    };
  }
  std::string database() const { return directory_.file("4x3.uisge"); }
  const std::map<std::string, std::vector<std::string>>& all() const { return calls_; }
  // All calls but the slow ones. The output of bench is like that of the others.
  std::map<std::string, std::vector<std::string>> quick() const {
    auto calls = calls_;
    calls.erase("bench");
    return calls;
  }

 private:
  std::string record() const { return directory_.file("game.txt"); }
  std::string proof() const { return directory_.file("proof.txt"); }
  TemporaryDirectory directory_;
  std::map<std::string, std::vector<std::string>> calls_;
};

std::vector<std::string> call(const std::string& command, std::vector<std::string> arguments,
                              const std::vector<std::string>& more = {}) {
  arguments.insert(arguments.begin(), command);
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

std::vector<std::string> commands_of_the_program() {
  std::istringstream help(run_uisge({"--help"}).out);
  std::vector<std::string> commands;
  bool is_inside = false;
  for (std::string line; std::getline(help, line);) {
    if (line.empty()) is_inside = false;
    // A description's further lines begin with more than two spaces.
    if (is_inside && line[2] != ' ') commands.push_back(line.substr(2, line.find(' ', 2) - 2));
    if (line.starts_with("Commands ")) is_inside = true;  // the heading of a group
  }
  return commands;
}

// The options of a command, such as "--board", without those that all commands have.
std::set<std::string> options_of(const std::string& command) {
  const std::string help = run_uisge({command, "--help"}).out;
  const std::regex option("\n  (--[a-z0-9-]+)");
  std::set<std::string> options;
  for (std::sregex_iterator match(help.begin(), help.end(), option); match != std::sregex_iterator(); ++match) {
    options.insert((*match)[1]);
  }
  for (const char* common : {"--json", "--color", "--help"}) options.erase(common);
  return options;
}

// The options that some test gives to a command, found in lists of arguments that begin with the command's name:
// {"solve", "--board", ...}.
std::map<std::string, std::set<std::string>> options_in_tests() {
  std::map<std::string, std::set<std::string>> used;
  const std::regex beginning("(\\{|run_json\\()\\s*\"([a-z-]+)\"");
  const std::regex option("\"(--[a-z0-9-]+)\"");
  for (const auto& file : std::filesystem::recursive_directory_iterator(UISGE_TESTS)) {
    if (file.path().extension() != ".cpp") continue;
    std::ifstream in(file.path());
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (std::sregex_iterator list(text.begin(), text.end(), beginning); list != std::sregex_iterator(); ++list) {
      const std::size_t begin = text.find_first_of("({", static_cast<std::size_t>(list->position()));
      std::size_t end = begin;
      int depth = 0;
      do {
        if (std::string("({").find(text[end]) != std::string::npos) ++depth;
        if (std::string(")}").find(text[end]) != std::string::npos) --depth;
        ++end;
      } while (depth > 0 && end < text.size());
      const std::string words = text.substr(begin, end - begin);
      for (std::sregex_iterator match(words.begin(), words.end(), option); match != std::sregex_iterator(); ++match) {
        used[(*list)[2]].insert((*match)[1]);
      }
    }
  }
  return used;
}

}  // namespace

TEST_CASE("these tests know every command of the program", "[cli][every]") {
  const QuickCalls calls;
  std::vector<std::string> known;
  for (const auto& [command, arguments] : calls.all()) known.push_back(command);
  std::vector<std::string> commands = commands_of_the_program();
  std::sort(commands.begin(), commands.end());
  CHECK(known == commands);
}

TEST_CASE("every option of every command is tried by some test", "[cli][every]") {
  const auto used = options_in_tests();
  std::vector<std::string> never;
  for (const std::string& command : commands_of_the_program()) {
    const auto tried = used.find(command);
    for (const std::string& option : options_of(command)) {
      if (tried == used.end() || !tried->second.contains(option)) never.push_back(command + " " + option);
    }
  }
  CHECK(never == std::vector<std::string>{});
}

TEST_CASE("every command tells how it is used, with an example", "[cli][every]") {
  for (const std::string& command : commands_of_the_program()) {
    const ProgramRun help = run_uisge({command, "--help"});
    CAPTURE(command, help.out, help.err);
    CHECK(help.exit_code == 0);
    CHECK(help.err.empty());
    CHECK(help.out.find("\nUsage: uisge " + command) != std::string::npos);
    CHECK(help.out.find("\nExample:\n  uisge " + command) != std::string::npos);
    const ProgramRun blue = run_uisge({command, "--color", "blue"});
    CHECK(blue.exit_code == 2);
    CHECK(is_one_error_line(blue.err));
  }
}

TEST_CASE("every command but the dialogues prints one JSON value", "[cli][every]") {
  const QuickCalls calls;
  for (const auto& [command, arguments] : calls.quick()) {
    const ProgramRun run = run_uisge(call(command, arguments, {"--json"}));
    CAPTURE(command, run.out, run.err);
    if (command == "play" || command == "engine") {
      CHECK(run.exit_code == 2);
      CHECK(is_one_error_line(run.err));
      continue;
    }
    CHECK(run.exit_code == 0);
    CHECK(json::accept(run.out));
  }
}

TEST_CASE("standard output that cannot be written is exit 4 for every command", "[cli][every][bad]") {
  const QuickCalls calls;
  for (const auto& [command, arguments] : calls.quick()) {
    for (const bool is_json : {false, true}) {
      if (is_json && (command == "play" || command == "engine")) continue;
      const auto words =
          call(command, arguments, is_json ? std::vector<std::string>{"--json"} : std::vector<std::string>());
      CAPTURE(words);
      const ProgramRun full = run_uisge(words, {.input = {}, .environment = {}, .out_path = "/dev/full"});
      CHECK(full.exit_code == 4);
      CHECK(full.err == "uisge: standard output: No space left on device\n");
      const ProgramRun closed = run_uisge(words, {.input = {}, .environment = {}, .out_path = "-"});
      CHECK(closed.exit_code == 4);
      CHECK(is_one_error_line(closed.err));
    }
  }
  // The database was written all the same, since it does not go to standard output.
  CHECK(run_uisge(call("check", {calls.all().at("solve").back()})).exit_code == 0);
}

TEST_CASE("options of the board and the rules are those of the answer", "[cli][every]") {
  // docs/rules.md
  CHECK(run_json("show", {"--pieces", "4"})["position"] == "7/2bb3/2bb3/3ww2/3ww2/7 w");
  const json perft = run_json("perft", {"--board", "4x3", "--pieces", "2", "--depth", "5"});
  for (std::size_t ply = 1; ply <= 5; ++ply) {
    const oracle::Game game{4, 3, 2, oracle::Stuck::kLoses, false};
    CHECK(perft["nodes"][ply - 1] == oracle::perft(game, oracle::parse(kStart43), static_cast<int>(ply)));
  }
  // tests/data/small-boards.csv
  const json solved = run_json("solve", {"--board", "4x4", "--pieces", "3", "--stuck", "draws", "--diagonal-jumps",
                                         "--kernel", "portable", "--summary-only"});
  CHECK(solved["won"] == 172'644);
  CHECK(solved["lost"] == 90'984);
  CHECK(solved["longest_distance"] == 38);

  const oracle::Universe universe(3, 3, 2);
  const auto labels = oracle::solve(oracle::MoveGraph(universe, true), oracle::Stuck::kLoses);
  const oracle::Label start = labels[universe.index(oracle::parse("3/bb1/1ww w"))];
  const json searched = run_json("search", {"--board", "3x3", "--pieces", "2", "--plies", "11", "--diagonal-jumps",
                                            "--threads", "2", "--memory", "1M"});
  CHECK(searched["value"] == to_string(start.outcome));
  CHECK(searched["distance"] == start.distance);

  RunOptions typed;
  typed.input = "copy\n";
  const ProgramRun played =
      run_uisge({"play", "--board", "4x3", "--pieces", "2", "--diagonal-jumps", "--memory", "1M"}, typed);
  CHECK(played.exit_code == 0);
  CHECK(played.out.find("position: " + kStart43) != std::string::npos);
}

TEST_CASE("options that choose how do not change what", "[cli][every]") {
  const QuickCalls calls;
  const std::string database = calls.database();
  const std::string line = "\nline: ";
  const ProgramRun whole = run_uisge({"query", database, kStart43});
  const ProgramRun no_line = run_uisge({"query", database, kStart43, "--no-line"});
  REQUIRE(whole.out.find(line) != std::string::npos);
  CHECK(no_line.out == whole.out.substr(0, whole.out.find(line)));
  CHECK(run_uisge({"query", database, kStart43, "--threads", "1"}).out == whole.out);
  CHECK(run_uisge({"diff", database, database, "--threads", "1"}).out ==
        run_uisge({"diff", database, database, "--threads", "3"}).out);
  const json verified = run_json("verify", {database, "--memory", "1M"});
  CHECK(verified["positions"] == run_json("verify", {database})["positions"]);

  const json planes = run_json("reach", {"--board", "4x3", "--pieces", "2", "--stuck", "passes", "--diagonal-jumps",
                                         "--method", "planes", "--kernel", "portable", "--threads", "1"});
  const json keys = run_json(
      "reach", {"--board", "4x3", "--pieces", "2", "--stuck", "passes", "--diagonal-jumps", "--method", "keys"});
  CHECK(planes["stuck"] == "passes");
  CHECK(planes["diagonal_jumps"] == true);
  CHECK(planes["by_ply"] == keys["by_ply"]);
  CHECK(planes["by_ply"] != run_json("reach", {"--board", "4x3", "--pieces", "2"})["by_ply"]);
}

TEST_CASE("plan counts for the rules and the ranks that it is asked about", "[cli][every]") {
  const json plan = run_json("plan", {"--board", "4x4", "--pieces", "3", "--stuck", "wins", "--diagonal-jumps"});
  CHECK(plan["stuck"] == "wins");
  CHECK(plan["diagonal_jumps"] == true);
  const json one = run_json("plan", {"--board", "7x6", "--pieces", "5"});
  const json four = run_json("plan", {"--board", "7x6", "--pieces", "5", "--ranks", "4"});
  CHECK(four["ranks"] == 4);
  CHECK(four["positions"] == one["positions"]);
  CHECK(four["largest_memory"] < one["memory"]);
  CHECK(four["message_bytes"] > 0);
}
