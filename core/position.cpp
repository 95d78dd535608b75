#include "core/position.h"

#include <fmt/format.h>

#include <cassert>

#include "core/piece_count.h"

namespace uisge {

Result<Position> Position::from_setup(const Board& board, const Setup& setup) {
  if (setup.size != board.size()) {
    return usage_error(fmt::format("position: it is on a {} board, expected {}", uisge::to_string(setup.size),
                                   uisge::to_string(board.size())));
  }
  const SquareSet occupied_bb = setup.white_bb | setup.black_bb;
  if (const SquareSet shared_bb = setup.white_bb & setup.black_bb; !shared_bb.empty()) {
    return usage_error(fmt::format("position: {} holds pieces of both sides", board.name(shared_bb.first())));
  }
  if (const SquareSet stray_bb = setup.crowns_bb - occupied_bb; !stray_bb.empty()) {
    return usage_error(fmt::format("position: {} is crowned but empty", board.name(stray_bb.first())));
  }
  const int white = setup.white_bb.size();
  const int black = setup.black_bb.size();
  if (white == 0 && black == 0) return usage_error("position: there are no pieces, each side needs 1 to 6");
  if (white != black) {
    return usage_error(fmt::format("position: White has {} {} and Black has {}, they must have equally many", white,
                                   white == 1 ? "piece" : "pieces", black));
  }
  if (white > kMaxPieces) {
    return usage_error(fmt::format("position: each side has {} pieces, at most {} are allowed", white, kMaxPieces));
  }
  if (const SquareSet group_bb = board.group_bb(occupied_bb, occupied_bb.first()); group_bb != occupied_bb) {
    return usage_error(
        fmt::format("position: the pieces are not connected, no chain of orthogonal neighbours leads from {} to {}",
                    board.name(group_bb.first()), board.name((occupied_bb - group_bb).first())));
  }
  if (setup.crowns_bb == occupied_bb) {
    return usage_error("position: both sides are all crowns, but the first to complete has already won");
  }
  const bool white_moves = setup.side_to_move == Side::kWhite;
  return unchecked(setup.size, white_moves ? setup.white_bb : setup.black_bb,
                   white_moves ? setup.black_bb : setup.white_bb, setup.crowns_bb, setup.side_to_move);
}

Position Position::unchecked(BoardSize size, SquareSet mover_bb, SquareSet opponent_bb, SquareSet crowns_bb,
                             Side side) {
  assert((mover_bb & opponent_bb).empty());
  assert(mover_bb.size() == opponent_bb.size() && !mover_bb.empty());
  assert((mover_bb | opponent_bb).contains(crowns_bb) && crowns_bb != (mover_bb | opponent_bb));
  Position position;
  position.size_ = size;
  position.mover_bb_ = mover_bb;
  position.opponent_bb_ = opponent_bb;
  position.crowns_bb_ = crowns_bb;
  position.side_ = side;
  return position;
}

Setup Position::setup() const {
  const bool white_moves = side_ == Side::kWhite;
  return {size_, white_moves ? mover_bb_ : opponent_bb_, white_moves ? opponent_bb_ : mover_bb_, crowns_bb_, side_};
}

Position image(const Board& board, Symmetry symmetry, const Position& position) {
  return Position::unchecked(position.size(), board.image(symmetry, position.mover_bb()),
                             board.image(symmetry, position.opponent_bb()), board.image(symmetry, position.crowns_bb()),
                             position.side_to_move());
}

Position canonical(const Board& board, const Position& position) {
  Position best = Position::unchecked(position.size(), position.mover_bb(), position.opponent_bb(),
                                      position.crowns_bb(), Side::kWhite);
  for (int s = 1; s < board.symmetry_count(); ++s) {
    const Position candidate = Position::unchecked(position.size(), board.image(Symmetry(s), position.mover_bb()),
                                                   board.image(Symmetry(s), position.opponent_bb()),
                                                   board.image(Symmetry(s), position.crowns_bb()), Side::kWhite);
    if (candidate < best) best = candidate;
  }
  return best;
}

std::size_t PositionHash::operator()(const Position& position) const {
  std::uint64_t x = position.mover_bb().bits();
  for (const std::uint64_t part : {position.opponent_bb().bits(), position.crowns_bb().bits(),
                                   static_cast<std::uint64_t>(position.side_to_move())}) {
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u + part;
  }
  return static_cast<std::size_t>((x ^ x >> 32) * 0x94d049bb133111ebu);
}

}  // namespace uisge
