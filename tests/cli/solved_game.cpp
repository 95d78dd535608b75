#include "tests/cli/solved_game.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>

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
  const ProgramRun run = run_uisge(arguments);
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
}

std::string class_of(const oracle::Position& position) {
  std::string least;
  for (const bool transpose : {false, true}) {
    if (transpose && position.files != position.ranks) continue;
    for (const bool mirror_files : {false, true}) {
      for (const bool mirror_ranks : {false, true}) {
        const std::string text = oracle::print(oracle::image(position, {transpose, mirror_files, mirror_ranks}));
        if (least.empty() || text < least) least = text;
      }
    }
  }
  return least;
}

OracleGame::OracleGame(const oracle::Game& game)
    : game_(game),
      universe_(game.files, game.ranks, game.pieces),
      labels_(oracle::solve(oracle::MoveGraph(universe_, game.diagonal_jumps), game.stuck)) {}

oracle::Label OracleGame::label(const oracle::Position& position) const {
  const bool is_over = oracle::all_crowns(position, 'w') || oracle::all_crowns(position, 'b');
  return is_over ? oracle::label_when_over(position) : labels_[universe_.index(position)];
}

std::map<std::string, oracle::Position> OracleGame::moves(const oracle::Position& position) const {
  std::map<std::string, oracle::Position> moves;
  if (oracle::all_crowns(position, 'w') || oracle::all_crowns(position, 'b')) return moves;
  for (const oracle::Move& move : oracle::legal_moves(position, game_.diagonal_jumps)) {
    moves.emplace(move.text(), oracle::after(position, move));
  }
  if (moves.empty() && game_.stuck == oracle::Stuck::kPasses) {
    const oracle::Position passed = oracle::passed(position);
    if (!oracle::legal_moves(passed, game_.diagonal_jumps).empty()) moves.emplace("pass", passed);
  }
  return moves;
}

oracle::Label OracleGame::label_by_move(const oracle::Position& next) const {
  oracle::Label after = label(next);
  if (after.outcome == oracle::Outcome::kDraw) return after;
  after.outcome = after.outcome == oracle::Outcome::kWin ? oracle::Outcome::kLoss : oracle::Outcome::kWin;
  ++after.distance;
  return after;
}

std::vector<std::string> OracleGame::best_moves(const oracle::Position& position) const {
  std::vector<std::string> best;
  for (const auto& [text, next] : moves(position)) {
    if (label_by_move(next) == label(position)) best.push_back(text);
  }
  return best;
}

std::vector<oracle::Position> OracleGame::every(std::size_t which) const {
  std::vector<oracle::Position> positions;
  for (std::size_t i = 0; i < universe_.size(); i += which) {
    const oracle::Position position = universe_.position(i);
    positions.push_back(positions.size() % 2 == 0 ? position : oracle::colours_exchanged(position));
  }
  return positions;
}

}  // namespace uisge::test
