// Compares moves, ends of the game and the text of positions with the oracle, which shares no code with core/.
#include "core/moves.h"
#include "core/notation.h"
#include "tests/core/oracle_bridge.h"
#include "tests/oracle/oracle_moves.h"
#include "tests/oracle/oracle_universe.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

namespace {

// The differences between the program and the oracle for one position; empty if there are none.
std::string difference(const Board& board, RuleSet rules, const oracle::Position& expected) {
  const std::string text = oracle::print(expected);
  const auto position = parse_position(text);
  if (!position) return text + " refused: " + position.error().message;
  if (to_text(board, *position) != text) return text + " printed as " + to_text(board, *position);

  const bool over = oracle::all_crowns(expected, 'w') || oracle::all_crowns(expected, 'b');
  std::vector<std::string> moves;
  std::vector<std::string> nexts;
  if (!over) {
    for (const oracle::Move& move : oracle::legal_moves(expected, rules.diagonal_jumps)) {
      moves.push_back(move.text() + ": " + oracle::print(oracle::after(expected, move)));
    }
  }
  std::vector<std::string> found;
  const MoveList legal = legal_moves(board, rules, *position);
  for (const Move move : legal) {
    found.push_back(to_text(board, move) + ": " + to_text(board, play(board, *position, move)));
  }
  if (!std::is_sorted(legal.begin(), legal.end())) return text + ": moves out of order";
  std::sort(moves.begin(), moves.end());
  std::sort(found.begin(), found.end());
  if (moves != found) return text + ": other legal moves";

  std::vector<std::string> playable;
  for (const Move move : playable_moves(board, rules, *position)) {
    playable.push_back(to_text(board, play(board, *position, move)));
  }
  const oracle::Game game = oracle_game(board.size(), oracle::count_pieces(expected, 'w'), rules);
  for (const auto& next : oracle::successors(game, expected)) {
    nexts.push_back(oracle::print(next));
  }
  std::sort(playable.begin(), playable.end());
  std::sort(nexts.begin(), nexts.end());
  if (playable != nexts) return text + ": other playable moves";
  return "";
}

std::string end_difference(const Board& board, RuleSet rules, const oracle::Position& expected) {
  const std::string text = oracle::print(expected);
  const bool mover_completed = oracle::all_crowns(expected, expected.side);
  const bool opponent_completed = oracle::all_crowns(oracle::passed(expected), expected.side == 'w' ? 'b' : 'w');
  GameEnd right = GameEnd::kNotOver;
  if (mover_completed) {
    right = GameEnd::kMoverCompleted;
  } else if (opponent_completed) {
    right = GameEnd::kOpponentCompleted;
  } else if (oracle::legal_moves(expected, rules.diagonal_jumps).empty()) {
    const bool both = oracle::legal_moves(oracle::passed(expected), rules.diagonal_jumps).empty();
    if (rules.stuck != StuckRule::kPasses) right = GameEnd::kMoverStuck;
    if (rules.stuck == StuckRule::kPasses && both) right = GameEnd::kBothStuck;
  }
  if (game_end(board, rules, parse_position(text).value()) != right) return text + ": another end of the game";
  // With passes the game ends in a draw when both sides are stuck.
  constexpr std::array kOutcomesOfStuck{Outcome::kLoss, Outcome::kWin, Outcome::kDraw, Outcome::kDraw};
  const Outcome outcome = mover_completed      ? Outcome::kWin
                          : opponent_completed ? Outcome::kLoss
                                               : kOutcomesOfStuck.at(static_cast<std::size_t>(rules.stuck));
  if (right != GameEnd::kNotOver && outcome_of(right, rules.stuck) != outcome) return text + ": another outcome";
  return "";
}

}  // namespace

TEST_CASE("moves and ends of games agree with the oracle at every live position of small boards", "[moves]") {
  struct Size {
    int files, ranks, pieces;
  };
  for (const Size size :
       {Size{3, 2, 1}, Size{3, 3, 2}, Size{4, 3, 2}, Size{4, 4, 2}, Size{2, 9, 2}, Size{2, 5, 3}, Size{3, 3, 3}}) {
    const Board board(BoardSize{size.files, size.ranks});
    const oracle::Universe universe(size.files, size.ranks, size.pieces);
    std::vector<std::string> differences;
    const auto compare = [&](const oracle::Position& position, RuleSet rules) {
      for (const auto& text : {difference(board, rules, position), end_difference(board, rules, position)}) {
        if (!text.empty()) differences.push_back(text + " (" + to_string(rules) + ")");
      }
    };
    for (std::size_t i = 0; i < universe.size(); ++i) {
      const oracle::Position position = universe.position(i);
      const RuleSet rules = kAllRuleSets[i % kAllRuleSets.size()];
      compare(position, rules);
      compare(oracle::colours_exchanged(position), rules);
      for (const auto& next : oracle::successors(oracle_game(board.size(), size.pieces, rules), position)) {
        const bool over = oracle::all_crowns(next, 'w') || oracle::all_crowns(next, 'b');
        if (over) compare(next, rules);
      }
    }
    CAPTURE(size.files, size.ranks, size.pieces, differences.size());
    CHECK((differences.empty() ? "" : differences.front()) == "");
  }
}

TEST_CASE("moves along random games on large boards agree with the oracle", "[moves]") {
  std::mt19937 random(20'260'101);
  std::vector<std::string> differences;
  const std::vector<std::string> starts{"7/2bb3/1bbbb2/2wwww1/3ww2/7 w", "9/9/2bb5/1bbbb4/2wwww3/3ww4/9 w",
                                        "8/8/2bb4/1bbbb3/2wwww2/3ww3/8/8 b", "2/wb/wb/wb/wb/wb/wb/2/2 w",
                                        "3wwwbbb/3bbbwww b"};
  for (const std::string& start_text : starts) {
    const Position start = parse_position(start_text).value();
    const BoardSize size = start.size();
    const Board board(size);
    for (int game = 0; game < 40; ++game) {
      const RuleSet rules = kAllRuleSets[static_cast<std::size_t>(game) % kAllRuleSets.size()];
      oracle::Position position = oracle::parse(start_text);
      for (int ply = 0; ply < 80; ++ply) {
        for (const auto& text : {difference(board, rules, position), end_difference(board, rules, position)}) {
          if (!text.empty()) differences.push_back(text + " (" + to_string(rules) + ")");
        }
        const auto nexts = oracle::successors(oracle_game(size, start.pieces(), rules), position);
        if (nexts.empty()) break;
        position = nexts[random() % nexts.size()];
      }
    }
  }
  CAPTURE(differences.size());
  CHECK((differences.empty() ? "" : differences.front()) == "");
}

TEST_CASE("a move is read back from its text, and anything else is refused with the reason", "[moves]") {
  const Board board(kRealBoard);
  const RuleSet rules;
  const Position start = parse_position("7/2bb3/1bbbb2/2wwww1/3ww2/7 w").value();
  for (const Move move : legal_moves(board, rules, start)) {
    const std::string text = to_text(board, move);
    CHECK(parse_move(board, rules, start, text).value() == move);
    CHECK(parse_move(board, rules, start, text.substr(0, 2) + "-" + text.substr(2)).value() == move);
    std::string large = text;
    std::ranges::transform(large, large.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    CHECK(parse_move(board, rules, start, large).value() == move);
  }
  for (const char* text : {"", "d2", "d2d4d6", "d2d9", "z2d4", "d2d2", "d4d2", "d2d3", "a1a2", "pass", "Pass", "d2--d4",
                           "d2-d4-", "d-2d4"}) {
    CAPTURE(text);
    const auto move = parse_move(board, rules, start, text);
    check_error(move, ErrorKind::kUsage);
    CHECK(move.error().message.substr(0, 6) == "move: ");
    CHECK(!contains(move.error().message, "\n"));
  }
  check_error(parse_move(board, rules, start, "pa-ss"), ErrorKind::kUsage, "expected two squares");
}
