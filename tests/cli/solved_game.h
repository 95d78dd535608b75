// Small games that the program solves.
#pragma once

#include <nlohmann/json.hpp>

#include "tests/db/naive_labels.h"
#include "tests/oracle/oracle_game.h"

namespace uisge::test {

using OracleGame = oracle::SolvedGame;

std::string board_text(const oracle::Game& game);                 // "3x3"
std::string file_name(const oracle::Game& game);                  // "3x3-2-loses-diagonal.uisge"
std::vector<std::string> game_options(const oracle::Game& game);  // {"--board", "3x3", ...}

// The games of one board and number of pieces per side, one under every rule set.
std::vector<oracle::Game> all_rules(int files, int ranks, int pieces);

// The distance in an answer: null for a draw.
nlohmann::json distance_json(oracle::Label label);

// Has the program solve the game; fails the test if it does not.
void solve_into(const std::string& file, const oracle::Game& game, const std::vector<std::string>& options = {});

// A game that the program has solved, in a folder of its own, under the name that the program gives it.
class SolvedFile {
 public:
  explicit SolvedFile(const oracle::Game& game, const std::vector<std::string>& options = {});
  const std::string& folder() const { return directory_.path(); }
  std::string path() const { return directory_.file(name_); }
  std::string file(const std::string& name) const { return directory_.file(name); }

 private:
  TemporaryDirectory directory_;
  std::string name_;
};

}  // namespace uisge::test
