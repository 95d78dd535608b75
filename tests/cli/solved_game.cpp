#include "tests/cli/solved_game.h"

#include <fmt/format.h>

#include "tests/cli/run_program.h"

namespace uisge::test {

std::string board_text(const oracle::Game& game) {
  return fmt::format("{}x{}", game.files, game.ranks);
}

std::string file_name(const oracle::Game& game) {
  return fmt::format("{}-{}-{}{}.uisge", board_text(game), game.pieces, to_string(game.stuck),
                     game.diagonal_jumps ? "-diagonal" : "");
}

std::vector<std::string> game_options(const oracle::Game& game) {
  std::vector<std::string> options{"--board", board_text(game),     "--pieces", std::to_string(game.pieces),
                                   "--stuck", to_string(game.stuck)};
  if (game.diagonal_jumps) options.emplace_back("--diagonal-jumps");
  return options;
}

std::vector<oracle::Game> all_rules(int files, int ranks, int pieces) {
  std::vector<oracle::Game> games;
  for (const oracle::Stuck stuck : oracle::kAllStuckRules) {
    for (const bool diagonal_jumps : {false, true}) games.push_back({files, ranks, pieces, stuck, diagonal_jumps});
  }
  return games;
}

nlohmann::json distance_json(oracle::Label label) {
  return label.outcome == oracle::Outcome::kDraw ? nlohmann::json() : nlohmann::json(label.distance);
}

void solve_into(const std::string& file, const oracle::Game& game, const std::vector<std::string>& options) {
  run_well(joined(joined({"solve", "--out", file}, game_options(game)), options));
}

SolvedFile::SolvedFile(const oracle::Game& game, const std::vector<std::string>& options) : name_(file_name(game)) {
  solve_into(path(), game, options);
}

}  // namespace uisge::test
