#include "tests/cli/random_game.h"

#include <fmt/format.h>

namespace uisge::test {

std::string RandomGame::moves_text() const {
  return fmt::format("{}", fmt::join(moves, " "));
}

std::string RandomGame::record(const oracle::Game& game) const {
  return fmt::format("[Start \"{}\"]\n[Stuck \"{}\"]\n[DiagonalJumps \"{}\"]\n\n{} {}\n", oracle::print(start),
                     to_string(game.stuck), game.diagonal_jumps ? "yes" : "no", moves_text(), result);
}

RandomGame random_game_of(const OracleGame& solved, std::size_t plies, std::mt19937& random) {
  return random_game_from(solved.universe().position(random() % solved.universe().size()), solved, plies, random);
}

RandomGame random_game_from(const oracle::Position& start, const OracleGame& solved, std::size_t plies,
                            std::mt19937& random) {
  RandomGame played{start, {}};
  oracle::Position here = start;
  for (; played.moves.size() < plies; here = solved.moves(here).at(played.moves.back())) {
    const auto moves = solved.moves(here);
    if (moves.empty()) break;
    played.positions.push_back(here);
    played.moves.push_back(std::next(moves.begin(), static_cast<std::ptrdiff_t>(random() % moves.size()))->first);
  }
  if (!solved.moves(here).empty()) return played;
  const oracle::Outcome outcome = solved.label(here).outcome;
  const bool white_won = (outcome == oracle::Outcome::kWin) == (here.side == 'w');
  played.result = outcome == oracle::Outcome::kDraw ? "1/2-1/2" : white_won ? "1-0" : "0-1";
  return played;
}

}  // namespace uisge::test
