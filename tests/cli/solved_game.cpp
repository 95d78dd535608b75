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

void solve_into(const std::string& file, const oracle::Game& game, const std::vector<std::string>& options) {
  std::vector<std::string> arguments{"solve", "--board", board_text(game), "--pieces", std::to_string(game.pieces)};
  arguments.insert(arguments.end(), {"--stuck", to_string(game.stuck), "--out", file});
  if (game.diagonal_jumps) arguments.emplace_back("--diagonal-jumps");
  arguments.insert(arguments.end(), options.begin(), options.end());
  const ProgramRun run = run_well(arguments);
}

SolvedFile::SolvedFile(const oracle::Game& game, const std::vector<std::string>& options) : name_(file_name(game)) {
  solve_into(path(), game, options);
}

}  // namespace uisge::test
