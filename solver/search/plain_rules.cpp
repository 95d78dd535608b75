#include "solver/search/plain_rules.h"

namespace uisge {

namespace {

std::vector<PlainPly> plain_moves(const Board& board, RuleSet rules, const Position& position) {
  std::vector<PlainPly> plies;
  const auto try_move = [&](Square from, Square to, bool is_crown_after) {
    const SquareSet occupied_bb = position.occupied_bb().without(from);
    if (occupied_bb.contains(to) || !board.connected(occupied_bb.with(to))) return;
    const SquareSet crowns_bb = position.crowns_bb().without(from);
    plies.push_back(
        {{from, to},
         Position::unchecked(position.size(), position.opponent_bb(), position.mover_bb().without(from).with(to),
                             is_crown_after ? crowns_bb.with(to) : crowns_bb, other(position.side_to_move()))});
  };
  for (const Square from : position.mover_bb()) {
    const bool is_crown = position.crowns_bb().contains(from);
    const auto try_jumps = [&](std::span<const Board::Jump> jumps) {
      for (const Board::Jump& jump : jumps) {
        if (position.occupied_bb().contains(jump.over)) try_move(from, jump.to, !is_crown);
      }
    };
    try_jumps(board.orthogonal_jumps(from));
    if (!is_crown) continue;
    for (const Square to : board.adjacent_bb(from)) try_move(from, to, true);
    if (rules.diagonal_jumps) try_jumps(board.diagonal_jumps(from));
  }
  return plies;
}

Position passed(const Position& position) {
  return Position::unchecked(position.size(), position.opponent_bb(), position.mover_bb(), position.crowns_bb(),
                             other(position.side_to_move()));
}

}  // namespace

PlainTurn plain_turn(const Board& board, RuleSet rules, const Position& position) {
  if (position.crowns_bb().contains(position.mover_bb())) return {true, Outcome::kWin, {}};
  if (position.crowns_bb().contains(position.opponent_bb())) return {true, Outcome::kLoss, {}};
  std::vector<PlainPly> moves = plain_moves(board, rules, position);
  if (!moves.empty()) return {false, Outcome::kDraw, std::move(moves)};
  switch (rules.stuck) {
    case StuckRule::kLoses: return {true, Outcome::kLoss, {}};
    case StuckRule::kWins: return {true, Outcome::kWin, {}};
    case StuckRule::kDraws: return {true, Outcome::kDraw, {}};
    case StuckRule::kPasses: break;
  }
  const Position after = passed(position);
  if (plain_moves(board, rules, after).empty()) return {true, Outcome::kDraw, {}};
  return {false, Outcome::kDraw, {{Move::pass(), after}}};
}

}  // namespace uisge
