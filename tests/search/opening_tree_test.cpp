// Compares the opening tree with the lines of the book, and the tree's counts with the oracle's moves.
#include "solver/search/opening_tree.h"

#include "core/notation.h"
#include "tests/core/oracle_bridge.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

namespace {

constexpr RuleSet kRules{StuckRule::kLoses, false};
const oracle::Game kRealGame{7, 6, 6, oracle::Stuck::kLoses, false};

struct ReadLine {
  int ply = 0;
  std::string value;
  int plies = 0;
  std::vector<std::string> moves;  // "d2f2=", "d3b3-16"
};

// Reads the lines of the book. The key of the result is the position's text.
std::map<std::string, ReadLine> lines_of_book() {
  std::ifstream file(UISGE_SOURCE "/docs/book/7x6-6-loses.book");
  std::map<std::string, ReadLine> lines;
  for (std::string text; std::getline(file, text);) {
    if (text.find_first_not_of("0123456789") != 1) continue;  // the header
    std::istringstream words(text);
    ReadLine line;
    std::string squares;
    std::string side;
    words >> line.ply >> squares >> side >> line.value >> line.plies;
    for (std::string move; words >> move;) line.moves.push_back(move);
    lines[squares + " " + side] = line;
  }
  return lines;
}

std::string line_of(const std::map<std::string, ReadLine>& lines, const oracle::Position& position) {
  // The book names one image of each position, which canonical() chooses. oracle::least_image() may choose another
  // image.
  const Position here = from_oracle(position);
  const Board board(here.size());
  const std::string name = to_text(board, canonical(board, here));
  REQUIRE(lines.contains(name));
  return name;
}

// Counts the positions that arise from `first`, ply by ply. `won` and `lost` count wins and losses of the player who is
// not to move in `first`.
OpeningCounts naive_counts(const std::map<std::string, ReadLine>& lines, const oracle::Position& first, int plies) {
  std::set<std::string> met;
  OpeningCounts counts;
  std::vector<oracle::Position> frontier{first};
  met.insert(oracle::least_image(first));
  for (int ply = 0; ply <= plies; ++ply) {
    std::vector<oracle::Position> next;
    for (const oracle::Position& position : frontier) {
      const std::string value = lines.at(line_of(lines, position)).value;
      ++counts.positions;
      if (value == "win") ++(ply % 2 == 1 ? counts.won : counts.lost);
      if (value == "loss") ++(ply % 2 == 1 ? counts.lost : counts.won);
      if (ply == plies) continue;
      for (const oracle::Position& after : oracle::successors(kRealGame, position)) {
        if (met.insert(oracle::least_image(after)).second) next.push_back(after);
      }
    }
    frontier = next;
  }
  return counts;
}

std::string mark_of(Verdict verdict) {
  return verdict.is_win()    ? "+" + std::to_string(verdict.plies)
         : verdict.is_loss() ? "-" + std::to_string(verdict.plies)
                             : "=";
}

}  // namespace

TEST_CASE("the opening tree says of every position what the book says", "[openings]") {
  const auto lines = lines_of_book();
  REQUIRE(lines.size() == 11911);
  std::size_t with_moves = 0;
  for (const auto& [name, line] : lines) {
    const Position position = parse_position(name).value();
    const Board board(position.size());
    const auto opening = OpeningTree::shipped().find(position, kRules);
    REQUIRE(opening);
    const Verdict wanted = line.value == "win"    ? Verdict::win(line.plies)
                           : line.value == "loss" ? Verdict::loss(line.plies)
                                                  : Verdict::undecided_within(line.plies);
    std::vector<std::string> moves;
    for (const OpeningMove& move : opening->moves) {
      moves.push_back(to_text(board, move.move) + mark_of(move.verdict));
      const auto [positions, won, lost] = move.below;
      const bool counts_itself = !move.verdict.is_decided() || (move.verdict.is_win() ? won : lost) > 0;
      if (!counts_itself || won + lost > positions) FAIL(name << " " << moves.back());
    }
    if (opening->verdict != wanted || moves != line.moves) FAIL(name);
    if (!moves.empty()) ++with_moves;
  }
  CHECK(with_moves > 2000);
}

TEST_CASE("counts below a move agree with the oracle's moves", "[openings]") {
  const auto lines = lines_of_book();
  oracle::Position here = oracle::parse("7/2bb3/1bbbb2/2wwww1/3ww2/7 w");
  std::size_t of_both = 0;
  // Goes down the tree, alternately by the first and by the last move. The positions need not be the images that the
  // book names, since find() takes any image.
  for (int ply = 0; ply < 6; ++ply) {
    const Position position = from_oracle(here);
    const Board board(position.size());
    const auto opening = OpeningTree::shipped().find(position, kRules);
    REQUIRE(opening);
    const int last_ply = 6 - lines.at(line_of(lines, here)).ply - 1;
    CHECK(opening->moves.size() == oracle::successors(kRealGame, here).size());
    for (const OpeningMove& move : opening->moves) {
      const Position after = play(board, position, move.move);
      const auto wanted = naive_counts(lines, oracle::parse(to_text(board, after)), last_ply);
      CAPTURE(ply, to_text(board, move.move));
      CHECK(move.below.positions == wanted.positions);
      CHECK(move.below.won == wanted.won);
      CHECK(move.below.lost == wanted.lost);
      if (wanted.won > 0 && wanted.lost > 0) ++of_both;
    }
    const Move next = ply % 2 == 0 ? opening->moves.front().move : opening->moves.back().move;
    here = oracle::parse(to_text(board, play(board, position, next)));
  }
  CHECK(of_both > 4);
}

TEST_CASE("the opening tree answers only about its own game", "[openings]") {
  const Position start = parse_position("7/2bb3/1bbbb2/2wwww1/3ww2/7 w").value();
  CHECK(OpeningTree::shipped().find(start, kRules));
  CHECK_FALSE(OpeningTree::shipped().find(start, {StuckRule::kWins, false}));
  CHECK_FALSE(OpeningTree::shipped().find(start, {StuckRule::kLoses, true}));
  CHECK_FALSE(OpeningTree::shipped().find(parse_position("7/2bb3/2bb3/3ww2/3ww2/7 w").value(), kRules));
  CHECK_FALSE(OpeningTree::shipped().find(parse_position("1b2/1bb1/1ww1/2w1 w").value(), kRules));
}
