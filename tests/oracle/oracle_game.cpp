#include "tests/oracle/oracle_game.h"

namespace oracle {

std::string class_of(const Position& position) {
  return least_image(position.side == 'w' ? position : colours_exchanged(position));
}

std::map<std::string, int> plies_from(const Game& game, const Position& start, int plies) {
  std::map<std::string, int> found{{class_of(start), 0}};
  std::vector<Position> frontier{start};
  for (int ply = 1; ply <= plies && !frontier.empty(); ++ply) {
    std::vector<Position> next;
    for (const Position& position : frontier) {
      for (const Position& after : successors(game, position)) {
        if (found.emplace(class_of(after), ply).second) next.push_back(after);
      }
    }
    frontier = next;
  }
  return found;
}

SolvedGame::SolvedGame(const Game& game)
    : game_(game),
      universe_(game.files, game.ranks, game.pieces),
      labels_(solve(MoveGraph(universe_, game.diagonal_jumps), game.stuck)) {}

Label SolvedGame::label(const Position& position) const {
  const bool is_over = all_crowns(position, 'w') || all_crowns(position, 'b');
  return is_over ? label_when_over(position) : labels_[universe_.index(position)];
}

Label SolvedGame::label_by_move(const Position& next) const {
  Label after = label(next);
  if (after.outcome == Outcome::kDraw) return after;
  after.outcome = after.outcome == Outcome::kWin ? Outcome::kLoss : Outcome::kWin;
  ++after.distance;
  return after;
}

std::vector<std::string> SolvedGame::best_moves(const Position& position) const {
  std::vector<std::string> best;
  for (const auto& [text, next] : moves(position)) {
    if (label_by_move(next) == label(position)) best.push_back(text);
  }
  return best;
}

std::vector<Position> SolvedGame::every(std::size_t which) const {
  std::vector<Position> positions;
  for (std::size_t i = 0; i < universe_.size(); i += which) {
    const Position position = universe_.position(i);
    positions.push_back(positions.size() % 2 == 0 ? position : colours_exchanged(position));
  }
  return positions;
}

}  // namespace oracle
