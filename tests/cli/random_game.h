// A game of random moves from a random position of a board that the oracle has solved.
#pragma once

#include "tests/cli/solved_game.h"

namespace uisge::test {

struct RandomGame {
  oracle::Position start;
  std::vector<std::string> moves;
  std::vector<oracle::Position> positions{};  // the position before each move
  std::string result = "*";

  std::string moves_text() const;
  std::string record(const oracle::Game& game) const;
};

// The game has `plies` plies, or fewer if it ends earlier.
RandomGame random_game_from(const oracle::Position& start, const OracleGame& solved, std::size_t plies,
                            std::mt19937& random);
RandomGame random_game_of(const OracleGame& solved, std::size_t plies, std::mt19937& random);

}  // namespace uisge::test
