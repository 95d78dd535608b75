// Tests what holds for all commands. Also checks that each option of each command is used by at least one test. The
// program itself lists its commands and options, so a new option without a test fails here.
#include "tests/cli/command_lines.h"
#include "tests/cli/run_program.h"
#include "tests/cli/solved_game.h"

using namespace uisge::test;
using nlohmann::json;

namespace {

const std::string kStart43 = "4/bb2/1ww1 w";  // the start of two a side (docs/rules.md)

// Returns one short call of each command, but none of the commands that run for long, such as bench.
std::vector<CommandLine> quick_calls() {
  std::map<std::string, CommandLine> calls{{"help", {{"help", "show"}, {}}}};
  for (CommandLine line : command_lines().all()) {
    for (const char* form : {"--json", "--record"}) std::erase(line.arguments, form);
    if (!line.is_endless) calls.try_emplace(line.arguments.front(), line);
  }
  std::vector<CommandLine> lines;
  for (const auto& [command, line] : calls) lines.push_back(line);
  return lines;
}

bool is_dialogue(const CommandLine& line) {
  return line.arguments.front() == "play" || line.arguments.front() == "engine";
}

// The options of a command, such as "--board", without the options that all commands have.
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

// Returns, for each command, the options that at least one test gives to it. The function finds them in the list of
// command lines that are refused, and in lists of arguments that begin with the command's name: {"solve", "--board",
// ...}.
std::map<std::string, std::set<std::string>> options_in_tests() {
  std::map<std::string, std::set<std::string>> used;
  for (const auto& row : rows_of_data(UISGE_TEST_DATA "/refused-commands.txt")) {
    const auto words = words_of(row.at(2));
    for (const std::string& word : words) {
      if (word.starts_with("--")) used[words.front()].insert(word.substr(0, word.find('=')));
    }
  }
  const std::regex beginning("(\\{|run_json\\()\\s*\"([a-z-]+)\"");
  const std::regex option("\"(--[a-z0-9-]+)\"");
  for (const auto& file : std::filesystem::recursive_directory_iterator(UISGE_TESTS)) {
    if (file.path().extension() != ".cpp") continue;
    const std::string text = text_of_file(file.path());
    for (std::sregex_iterator list(text.begin(), text.end(), beginning); list != std::sregex_iterator(); ++list) {
      const std::size_t begin = text.find_first_of("({", static_cast<std::size_t>(list->position()));
      std::size_t end = begin;
      int depth = 0;
      do {
        if (text[end] == '(' || text[end] == '{') ++depth;
        if (text[end] == ')' || text[end] == '}') --depth;
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

TEST_CASE("standard output that cannot be written is exit 4 for every command", "[cli][every][bad][no-asan]") {
  for (const CommandLine& line : quick_calls()) {
    for (const bool is_json : {false, true}) {
      if (is_json && is_dialogue(line)) continue;
      const auto words = is_json ? joined(line.arguments, {"--json"}) : line.arguments;
      CAPTURE(words);
      const ProgramRun full = run_uisge(words, {.input = line.input, .out_path = "/dev/full"});
      CHECK(full.exit_code == 4);
      CHECK(full.err == "uisge: standard output: No space left on device\n");
      check_refused(words, 4, "", {.input = line.input, .out_path = "-"});
    }
  }
  // The solve with the broken standard output has written its database. Only its report goes to standard output.
  run_well({"check", command_lines().output()});
  command_lines().clean_up();
}

TEST_CASE("commands answer for the board and the rules that the options name", "[cli][every]") {
  // The start in docs/rules.md.
  CHECK(run_json("show", {"--pieces", "4"})["position"] == "7/2bb3/2bb3/3ww2/3ww2/7 w");
  const json perft = run_json("perft", {"--board", "4x3", "--pieces", "2", "--depth", "5"});
  for (std::size_t ply = 1; ply <= 5; ++ply) {
    const oracle::Game game{4, 3, 2, oracle::Stuck::kLoses, false};
    CHECK(perft["nodes"][ply - 1] == oracle::perft(game, oracle::parse(kStart43), static_cast<int>(ply)));
  }
  // The expected numbers come from tests/data/small-boards.csv.
  const json solved = run_json("solve", {"--board", "4x4", "--pieces", "3", "--stuck", "draws", "--diagonal-jumps",
                                         "--kernel", "portable", "--summary-only"});
  check_fields(solved, "won", 172'644, "lost", 90'984, "longest_distance", 38);

  const oracle::Label start =
      oracle::SolvedGame({3, 3, 2, oracle::Stuck::kLoses, true}).label(oracle::parse("3/bb1/1ww w"));
  const json searched = run_json("search", {"--board", "3x3", "--pieces", "2", "--plies", "11", "--diagonal-jumps",
                                            "--threads", "2", "--memory", "1M"});
  check_fields(searched, "value", to_string(start.outcome), "distance", start.distance);

  const ProgramRun played =
      run_well({"play", "--board", "4x3", "--pieces", "2", "--diagonal-jumps", "--memory", "1M"}, {.input = "copy\n"});
  CHECK(contains(played.out, "position: " + kStart43));
}

TEST_CASE("options that choose how a command works do not change its answer", "[cli][every]") {
  const SolvedFile solved({4, 3, 2});
  const std::string database = solved.path();
  const std::string line = "\nline: ";
  const ProgramRun whole = run_uisge({"query", database, kStart43});
  const ProgramRun no_line = run_uisge({"query", database, kStart43, "--no-line"});
  REQUIRE(contains(whole.out, line));
  CHECK(no_line.out == whole.out.substr(0, whole.out.find(line)));
  CHECK(run_uisge({"query", database, kStart43, "--threads", "1"}).out == whole.out);
  CHECK(run_uisge({"diff", database, database, "--threads", "1"}).out ==
        run_uisge({"diff", database, database, "--threads", "3"}).out);
  CHECK(run_json("verify", {database, "--memory", "1M"})["positions"] == run_json("verify", {database})["positions"]);

  const json planes = run_json("reach", {"--board", "4x3", "--pieces", "2", "--stuck", "passes", "--diagonal-jumps",
                                         "--method", "planes", "--kernel", "portable", "--threads", "1"});
  const json keys = run_json(
      "reach", {"--board", "4x3", "--pieces", "2", "--stuck", "passes", "--diagonal-jumps", "--method", "keys"});
  check_fields(planes, "stuck", "passes", "diagonal_jumps", true, "by_ply", keys["by_ply"]);
  CHECK(planes["by_ply"] != run_json("reach", {"--board", "4x3", "--pieces", "2"})["by_ply"]);
}

TEST_CASE("plan counts for the rules and the number of ranks that the options name", "[cli][every]") {
  const json plan = run_json("plan", {"--board", "4x4", "--pieces", "3", "--stuck", "wins", "--diagonal-jumps"});
  check_fields(plan, "stuck", "wins", "diagonal_jumps", true);
  const json one = run_json("plan", {"--board", "7x6", "--pieces", "5"});
  const json four = run_json("plan", {"--board", "7x6", "--pieces", "5", "--ranks", "4"});
  check_fields(four, "ranks", 4, "positions", one["positions"]);
  CHECK(four["largest_memory"] < one["memory"]);
  CHECK(four["message_bytes"] > 0);
}
