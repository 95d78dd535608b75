#include "tests/oracle/oracle_moves.h"

#include <cctype>
#include <cstdlib>

namespace oracle {
namespace {

bool is_jump(const Move& move) {
  return std::abs(move.to_file - move.from_file) == 2 || std::abs(move.to_rank - move.from_rank) == 2;
}

// Moves the piece to the goal of `move`, and turns it over if it jumped.
void carry_out(Position& position, const Move& move) {
  char piece = position.at(move.from_file, move.from_rank);
  if (is_jump(move)) {
    const bool crown = std::isupper(piece) != 0;
    piece = static_cast<char>(crown ? std::tolower(piece) : std::toupper(piece));
  }
  position.at(move.from_file, move.from_rank) = '.';
  position.at(move.to_file, move.to_rank) = piece;
}

}  // namespace

std::string Move::text() const {
  std::string text;
  text += static_cast<char>('a' + from_file);
  text += static_cast<char>('1' + from_rank);
  text += static_cast<char>('a' + to_file);
  text += static_cast<char>('1' + to_rank);
  return text;
}

std::vector<Move> legal_moves(const Position& position, bool diagonal_jumps) {
  std::vector<Move> moves;
  const auto try_move = [&](const Move& move) {
    if (!position.on_board(move.to_file, move.to_rank) || position.at(move.to_file, move.to_rank) != '.') return;
    Position next = position;
    carry_out(next, move);
    if (connected(next)) moves.push_back(move);
  };
  for (int rank = 0; rank < position.ranks; ++rank) {
    for (int file = 0; file < position.files; ++file) {
      const char piece = position.at(file, rank);
      if (std::tolower(piece) != position.side) continue;
      const bool crown = std::isupper(piece) != 0;
      for (int up = -1; up <= 1; ++up) {
        for (int right = -1; right <= 1; ++right) {
          if (up == 0 && right == 0) continue;
          const bool orthogonal = up == 0 || right == 0;
          if (crown) try_move(Move{file, rank, file + right, rank + up});
          const bool over_a_piece =
              position.on_board(file + right, rank + up) && position.at(file + right, rank + up) != '.';
          if (over_a_piece && (orthogonal || (crown && diagonal_jumps))) {
            try_move(Move{file, rank, file + 2 * right, rank + 2 * up});
          }
        }
      }
    }
  }
  return moves;
}

Position after(const Position& position, const Move& move) {
  Position next = position;
  carry_out(next, move);
  return passed(next);
}

Position passed(const Position& position) {
  Position next = position;
  next.side = position.side == 'w' ? 'b' : 'w';
  return next;
}

std::vector<Position> successors(const Game& game, const Position& position) {
  if (all_crowns(position, 'w') || all_crowns(position, 'b')) return {};
  std::vector<Position> result;
  for (const Move& move : legal_moves(position, game.diagonal_jumps)) result.push_back(after(position, move));
  if (result.empty() && game.stuck == Stuck::kPasses) {
    // If the other side is stuck too, the game has ended in a draw.
    const Position next = passed(position);
    if (!legal_moves(next, game.diagonal_jumps).empty()) result.push_back(next);
  }
  return result;
}

std::map<std::string, Position> moves_by_text(const Game& game, const Position& position) {
  std::map<std::string, Position> moves;
  if (all_crowns(position, 'w') || all_crowns(position, 'b')) return moves;
  for (const Move& move : legal_moves(position, game.diagonal_jumps)) moves.emplace(move.text(), after(position, move));
  if (!moves.empty()) return moves;
  for (const Position& next : successors(game, position)) moves.emplace("pass", next);
  return moves;
}

std::uint64_t perft(const Game& game, const Position& position, int plies) {
  if (plies == 0) return 1;
  std::uint64_t count = 0;
  for (const Position& next : successors(game, position)) count += perft(game, next, plies - 1);
  return count;
}

}  // namespace oracle
