// Runs the examples as a reader would, and compares their output with the oracle.
#include "tests/library/oracle_bridge.h"
#include "tests/test.h"

using namespace uisge_test;

namespace {

// Paths are quoted for the shell, since they may have spaces.
const std::string kFile = "'" UISGE_TEST_DATA "/3x3-2-loses.uisge'";

// The output of a shell command, with its errors.
std::string run(const std::string& command, int* status = nullptr) {
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  std::array<char, 4096> buffer{};
  while (const std::size_t bytes = fread(buffer.data(), 1, buffer.size(), pipe)) text.append(buffer.data(), bytes);
  const int ended = pclose(pipe);
  if (status != nullptr) *status = WEXITSTATUS(ended);
  return text;
}

std::string in_words(const uisge::Verdict& verdict) {
  const std::array<std::string, 3> values{"draw", "win", "loss"};
  const std::string& value = values.at(static_cast<std::size_t>(verdict.value));
  return verdict.distance ? value + " in " + std::to_string(*verdict.distance) : value;
}

uisge::Identity identity() {
  return {{3, 3}, 2, {}};
}

}  // namespace

TEST_CASE("examples: both probes print what the oracle knows", "[library]") {
  const Witness witness(identity());
  const std::string text = "3/bb1/1ww w";
  const oracle::Position position = oracle::parse(text);
  for (const char* const program : {"'" UISGE_PROBE_C "'", "'" UISGE_PROBE_CPP "'"}) {
    std::istringstream lines(run(std::string(program) + " " + kFile + " '" + text + "'"));
    std::string line;
    std::getline(lines, line);
    CHECK(line == text + ": " + in_words(witness.verdict(position)));
    std::multiset<std::string> moves;
    while (std::getline(lines, line)) moves.insert(line);
    std::multiset<std::string> expected;
    for (const oracle::Move& move : oracle::legal_moves(position, false)) {
      const uisge::Verdict worth = before(witness.verdict(oracle::after(position, move)));
      const char mark = worth == witness.verdict(position) ? '*' : ' ';
      expected.insert(std::string("  ") + mark + ' ' + move.text() + ' ' + in_words(worth));
    }
    CHECK(moves == expected);
    CHECK(!moves.empty());

    int status = 0;
    CHECK(run(std::string(program) + " " + kFile + " nonsense", &status).starts_with("probe: position: "));
    CHECK(status == 2);
    CHECK(run(std::string(program) + " '" UISGE_TEST_DATA "/broken-cut.uisge' start", &status).find(": ") !=
          std::string::npos);
    CHECK(status == 3);
    CHECK(run(program, &status).starts_with("usage: "));
  }
}

TEST_CASE("examples: the perfect bot keeps the value to the end of the game", "[library]") {
  const Witness witness(identity());
  const oracle::Game game = oracle_game(identity());
  oracle::Position position = oracle::parse("3/bb1/1ww w");
  std::string moves;
  int plies = 0;
  const uisge::Verdict first = witness.verdict(position);
  REQUIRE(first.distance);
  while (!oracle::successors(game, position).empty()) {
    const std::string answer = run("printf 'ugi\\nisready\\nposition fen 3/bb1/1ww w moves" + moves +
                                   "\\ngo\\nquit\\ngo\\n' | '" UISGE_PERFECT_BOT "' " + kFile);
    const std::string expected = "id name perfect_bot\nugiok\nreadyok\nbestmove ";
    REQUIRE(answer.starts_with(expected));
    const std::string text = answer.substr(expected.size(), answer.size() - expected.size() - 1);
    const auto legal = oracle::moves_by_text(game, position);
    REQUIRE(legal.contains(text));
    REQUIRE(before(witness.verdict(legal.at(text))) == witness.verdict(position));
    position = legal.at(text);
    moves += " " + text;
    ++plies;
  }
  CHECK(plies == *first.distance);
  CHECK(run("printf 'position fen 3/bb1/1ww w moves a1a3\\n' | '" UISGE_PERFECT_BOT "' " + kFile)
            .starts_with("info string move: a1a3 is not possible"));
}
