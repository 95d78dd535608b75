#include "core/illegal_move.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace uisge {

namespace {

MoveFlaw falls_apart(const Board& board, const Position& position, Move move) {
  SquareSet rest_bb = position.occupied_bb().without(move.from).with(move.to);
  SquareSet least_bb = rest_bb;
  while (!rest_bb.empty()) {
    const SquareSet group_bb = board.group_bb(rest_bb, rest_bb.first());
    if (group_bb.size() < least_bb.size()) least_bb = group_bb;
    rest_bb = rest_bb - group_bb;
  }
  return {"it would leave the pieces unconnected", least_bb};
}

const Board::Jump* find_jump(std::span<const Board::Jump> jumps, Square to) {
  const auto jump = std::find_if(jumps.begin(), jumps.end(), [&](const auto& j) { return j.to == to; });
  return jump == jumps.end() ? nullptr : &*jump;
}

std::string why_nobody_moves_it(const Board& board, const Position& position, Square from) {
  if (position.opponent_bb().contains(from))
    return fmt::format("the piece on {} is the other side's", board.name(from));
  return position.mover_bb().contains(from) ? "" : fmt::format("there is no piece on {}", board.name(from));
}

}  // namespace

MoveFlaw flaw_of_move(const Board& board, RuleSet rules, const Position& position, Move move) {
  const std::string from = board.name(move.from);
  const std::string to = board.name(move.to);
  if (std::string why = why_nobody_moves_it(board, position, move.from); !why.empty()) return {std::move(why), {}};
  if (position.occupied_bb().contains(move.to)) return {fmt::format("{} is occupied", to), {}};
  const bool is_crown = position.crowns_bb().contains(move.from);
  if (board.adjacent_bb(move.from).contains(move.to)) {
    if (!is_crown) return {fmt::format("the piece on {} is a blank and cannot step", from), {}};
    return falls_apart(board, position, move);
  }
  const Board::Jump* jump = find_jump(board.orthogonal_jumps(move.from), move.to);
  if (jump == nullptr) {
    jump = find_jump(board.diagonal_jumps(move.from), move.to);
    if (jump == nullptr) return {fmt::format("{} is neither a step nor a jump away from {}", to, from), {}};
    if (!rules.diagonal_jumps) return {"diagonal jumps are not played under these rules", {}};
    if (!is_crown) return {fmt::format("the piece on {} is a blank and cannot jump diagonally", from), {}};
  }
  if (!position.occupied_bb().contains(jump->over)) {
    return {fmt::format("there is no piece on {} to jump over", board.name(jump->over)), {}};
  }
  return falls_apart(board, position, move);
}

MoveFlaw flaw_of_piece(const Board& board, RuleSet rules, const Position& position, Square from) {
  if (std::string why = why_nobody_moves_it(board, position, from); !why.empty()) return {std::move(why), {}};
  const MoveList moves = legal_moves(board, rules, position);
  if (std::any_of(moves.begin(), moves.end(), [&](Move move) { return move.from == from; })) return {};
  SquareSet tried_bb = board.adjacent_bb(from);
  for (const Board::Jump& jump : board.orthogonal_jumps(from)) tried_bb |= SquareSet(jump.to);
  if (rules.diagonal_jumps) {
    for (const Board::Jump& jump : board.diagonal_jumps(from)) tried_bb |= SquareSet(jump.to);
  }
  for (const Square to : tried_bb) {
    MoveFlaw flaw = flaw_of_move(board, rules, position, {from, to});
    if (!flaw.apart_bb.empty()) return flaw;
  }
  const bool is_crown = position.crowns_bb().contains(from);
  return {fmt::format("the piece on {} has no neighbour to jump over onto an empty square{}", board.name(from),
                      is_crown ? ", and no empty square beside it" : ""),
          {}};
}

}  // namespace uisge
