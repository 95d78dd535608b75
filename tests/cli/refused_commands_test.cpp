// Wrong command lines and positions, from the lists in tests/data: each is refused in one line that names the culprit,
// and leaves no file behind. Refusals that need files made by a test are in the test of the command.
#include <iomanip>

#include "tests/cli/run_program.h"

using namespace uisge::test;

namespace {

// Arguments are separated by spaces; spaces in single quotes do not separate.
std::vector<std::string> arguments_in(std::string text) {
  const std::string folder = "$DATA";
  for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder, at)) {
    text.replace(at, folder.size(), UISGE_TEST_DATA);
  }
  std::istringstream words(text);
  std::vector<std::string> arguments;
  for (std::string word; words >> std::quoted(word, '\'');) arguments.push_back(word);
  return arguments;
}

}  // namespace

TEST_CASE("command lines that make no sense are refused in one line, and leave nothing", "[cli][bad]") {
  const TemporaryDirectory folder;
  const auto rows = rows_of_data(UISGE_TEST_DATA "/refused-commands.txt");
  REQUIRE(rows.size() > 100);
  for (const auto& row : rows) {
    CAPTURE(row);
    REQUIRE(row.size() == 3);
    check_refusal(run_in_folder(folder.path(), arguments_in(row[2])), std::stoi(row[0]), row[1]);
    CHECK(std::filesystem::is_empty(folder.path()));
  }
}

// The commands take turns: each bad text is given to one of them. It is also given to `query` after a good position,
// and then the good position gets no answer.
TEST_CASE("bad positions are refused by every command that takes a position", "[cli][bad]") {
  const std::string file = UISGE_TEST_DATA "/4x3-2-passes.uisge";
  const std::vector<std::vector<std::string>> commands{{"query", file, "TEXT"},
                                                       {"search", "TEXT", "--plies", "2"},
                                                       {"play", "TEXT"},
                                                       {"show", "TEXT"},
                                                       {"perft", "TEXT", "--depth", "1"}};
  const auto refused = [&](std::vector<std::string> command, const std::string& text, const std::string& words) {
    std::ranges::replace(command, "TEXT", text);
    check_refused(command, 2, words);
  };
  const auto rows = rows_of_data(UISGE_TEST_DATA "/refused-positions.txt");
  REQUIRE(rows.size() > 4 * commands.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    refused(commands[i % commands.size()], rows[i][1], rows[i][0]);
    refused({"query", file, "4/bb2/1ww1 w", "TEXT"}, rows[i][1], rows[i][0]);
  }
  for (const auto& command : commands) refused(command, "", "position: ");
}
