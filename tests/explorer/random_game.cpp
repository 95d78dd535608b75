#include "tests/explorer/random_game.h"

#include <fmt/format.h>

namespace uisge::test::answers {

using oracle::Outcome;

std::string RandomGame::moves_text() const {
  return fmt::format("{}", fmt::join(moves, " "));
}

std::string RandomGame::record(const oracle::Game& game) const {
  return fmt::format("[Start \"{}\"]\n[Stuck \"{}\"]\n[DiagonalJumps \"{}\"]\n\n{} {}\n", oracle::print(start),
                     to_string(game.stuck), game.diagonal_jumps ? "yes" : "no", moves_text(), result);
}

RandomGame random_game_of(const OracleGame& solved, std::size_t plies, std::mt19937& random) {
  RandomGame played;
  played.start = solved.universe().position(random() % solved.universe().size());
  oracle::Position here = played.start;
  for (; played.moves.size() < plies; here = solved.moves(here).at(played.moves.back())) {
    const auto moves = solved.moves(here);
    if (moves.empty()) break;
    played.moves.push_back(std::next(moves.begin(), static_cast<std::ptrdiff_t>(random() % moves.size()))->first);
  }
  if (!solved.moves(here).empty()) return played;
  const Outcome outcome = solved.label(here).outcome;
  const bool white_won = (outcome == Outcome::kWin) == (here.side == 'w');
  played.result = outcome == Outcome::kDraw ? "1/2-1/2" : white_won ? "1-0" : "0-1";
  return played;
}

}  // namespace uisge::test::answers
