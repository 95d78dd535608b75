// All legal moves of a position at once, as sets of target squares.
//
// The cost of this game's move generation is the rule that the pieces stay connected. It is met set-wise, without a
// loop over pieces:
//
// - The piece that leaves splits the rest only if it is a cut square. A square whose orthogonal neighbours hang
//   together through the ring of eight around it is none; if they do not, it is one, unless the pieces enclose a hole
//   around which the other way leads. A hole shows: of its squares the westernmost of the top rank has pieces on its
//   west, north-west, north and north-east. Without such a square on the board the ring decides; with one (it is
//   rare), the candidates are flooded.
// - A piece that is no cut square may go wherever it touches another piece. A jump always does, and an orthogonal step
//   does if its target has a second neighbour besides the leaving piece.
// - A cut square's target must touch at least two others, and only those few targets are flooded.
//
// What is left is shifting, masking and counting. All functions are pure.
#pragma once

#include "core/board.h"
#include "core/placement.h"
#include "core/square_set.h"

namespace uisge {

// A position reduced to what moves depend on.
struct Pieces {
  SquareSet mover_bb;
  SquareSet opponent_bb;
  SquareSet crowns_bb;  // of both sides

  SquareSet occupied_bb() const { return mover_bb | opponent_bb; }
  bool mover_all_crowns() const { return crowns_bb.contains(mover_bb); }
  bool opponent_all_crowns() const { return crowns_bb.contains(opponent_bb); }

  // Seen from the other side, nothing moved.
  Pieces passed() const { return {opponent_bb, mover_bb, crowns_bb}; }
  // After a move of a mover's piece, seen from the other side.
  template <MoveKind kKind>
  Pieces after(Square from, Square to) const;
};

// Calls `visit.operator()<kKind>(offset, targets_bb)` for every kind and direction: the mover's legal moves of that
// kind end on `targets_bb`, each having started `offset` squares before its target. Sets may be empty. The game must
// not be over by completion; connected pieces are required.
template <bool kDiagonalJumps, class Visitor>
void visit_moves(const Board& board, const Pieces& pieces, Visitor&& visit);

// The number of legal moves, passes not among them. About 20 ns.
template <bool kDiagonalJumps>
int count_moves(const Board& board, const Pieces& pieces) {
  int count = 0;
  visit_moves<kDiagonalJumps>(board, pieces, [&]<MoveKind>(int, SquareSet targets_bb) { count += targets_bb.size(); });
  return count;
}

template <bool kDiagonalJumps>
bool is_stuck(const Board& board, const Pieces& pieces) {
  SquareSet any_bb;
  visit_moves<kDiagonalJumps>(board, pieces, [&]<MoveKind>(int, SquareSet targets_bb) { any_bb |= targets_bb; });
  return any_bb.empty();
}

template <MoveKind kKind>
inline Pieces Pieces::after(Square from, Square to) const {
  const SquareSet from_bb(from);
  const SquareSet to_bb(to);
  SquareSet crowns_after_bb = crowns_bb - from_bb;
  if constexpr (kKind == MoveKind::kStep) crowns_after_bb |= to_bb;
  if constexpr (kKind == MoveKind::kJump) {
    if (!crowns_bb.contains(from)) crowns_after_bb |= to_bb;
  }
  return {opponent_bb, mover_bb ^ from_bb ^ to_bb, crowns_after_bb};
}

namespace movegen_detail {

// The neighbourhood of every square at once: bit s of north_bb says that the square north of s is occupied.
struct Neighbours {
  SquareSet north_bb, east_bb, south_bb, west_bb;
  SquareSet north_east_bb, south_east_bb, south_west_bb, north_west_bb;

  Neighbours(const Board& board, SquareSet occupied_bb)
      : north_bb(board.shifted_bb<Direction::kSouth>(occupied_bb)),
        east_bb(board.shifted_bb<Direction::kWest>(occupied_bb)),
        south_bb(board.shifted_bb<Direction::kNorth>(occupied_bb)),
        west_bb(board.shifted_bb<Direction::kEast>(occupied_bb)),
        north_east_bb(board.shifted_bb<Direction::kSouth>(east_bb)),
        south_east_bb(board.shifted_bb<Direction::kNorth>(east_bb)),
        south_west_bb(board.shifted_bb<Direction::kNorth>(west_bb)),
        north_west_bb(board.shifted_bb<Direction::kSouth>(west_bb)) {}

  // Squares with at least so many orthogonal neighbours.
  SquareSet one_bb() const { return north_bb | east_bb | south_bb | west_bb; }
  SquareSet two_bb() const { return two_of(north_bb, east_bb, south_bb, west_bb); }
  SquareSet three_bb() const {
    return (north_bb & south_bb & (east_bb | west_bb)) | (east_bb & west_bb & (north_bb | south_bb));
  }

  // Squares whose orthogonal neighbours form two groups or more in the ring around them. Each group has one member
  // that is not linked to the one before it, clockwise.
  SquareSet ring_split_bb() const {
    return two_of(north_bb - (west_bb & north_west_bb), east_bb - (north_bb & north_east_bb),
                  south_bb - (east_bb & south_east_bb), west_bb - (south_bb & south_west_bb));
  }

  // Empty squares that may be the first of a hole; none, no hole.
  SquareSet hole_sign_bb(SquareSet occupied_bb) const {
    return (west_bb & north_west_bb & north_bb & north_east_bb) - occupied_bb;
  }

 private:
  static SquareSet two_of(SquareSet a, SquareSet b, SquareSet c, SquareSet d) {
    return (a & b) | (c & d) | ((a | b) & (c | d));
  }
};

// The members of candidates_bb whose removal leaves the rest in pieces.
inline SquareSet flooded_cuts_bb(const Board& board, SquareSet occupied_bb, SquareSet candidates_bb) {
  SquareSet cuts_bb;
  for (const Square square : candidates_bb) {
    if (!board.connected(occupied_bb.without(square))) cuts_bb |= SquareSet(square);
  }
  return cuts_bb;
}

// The members of targets_bb, each reached from `offset` squares before, that join everything again.
inline SquareSet joining_bb(const Board& board, SquareSet occupied_bb, int offset, SquareSet targets_bb) {
  SquareSet joining_bb;
  for (const Square to : targets_bb) {
    const Square from(to.index() - offset);
    if (board.connected(occupied_bb.without(from).with(to))) joining_bb |= SquareSet(to);
  }
  return joining_bb;
}

}  // namespace movegen_detail

template <bool kDiagonalJumps, class Visitor>
inline void visit_moves(const Board& board, const Pieces& pieces, Visitor&& visit) {
  using movegen_detail::Neighbours;
  const SquareSet occupied_bb = pieces.occupied_bb();
  const SquareSet empty_bb = board.all_bb() - occupied_bb;
  const Neighbours near(board, occupied_bb);

  SquareSet cuts_bb = near.ring_split_bb() & pieces.mover_bb;
  if (!near.hole_sign_bb(occupied_bb).empty()) {
    cuts_bb = movegen_detail::flooded_cuts_bb(board, occupied_bb, cuts_bb);
  }
  const SquareSet free_bb = pieces.mover_bb - cuts_bb;
  const SquareSet touching_bb = empty_bb & near.one_bb();
  const SquareSet joining_two_bb = empty_bb & near.two_bb();
  const SquareSet joining_three_bb = empty_bb & near.three_bb();

  // Moves of the free pieces go to free_targets_bb, those of cut squares to the flooded part of cut_targets_bb.
  const auto report = [&]<MoveKind kKind>(int offset, SquareSet free_targets_bb, SquareSet cut_targets_bb) {
    if (!cut_targets_bb.empty()) {
      free_targets_bb |= movegen_detail::joining_bb(board, occupied_bb, offset, cut_targets_bb);
    }
    visit.template operator()<kKind>(offset, free_targets_bb);
  };
  const auto jumps = [&]<Direction kDirection, MoveKind kKind>(SquareSet movers_bb) {
    const auto landing_bb = [&](SquareSet from_bb) {
      return board.shifted_bb<kDirection>(board.shifted_bb<kDirection>(from_bb) & occupied_bb);
    };
    report.template operator()<kKind>(2 * board.offset(kDirection), landing_bb(movers_bb & free_bb) & touching_bb,
                                      landing_bb(movers_bb & cuts_bb) & joining_two_bb);
  };
  const auto steps = [&]<Direction kDirection>(SquareSet free_targets_bb, SquareSet cut_targets_bb) {
    report.template operator()<MoveKind::kStep>(
        board.offset(kDirection), board.shifted_bb<kDirection>(pieces.crowns_bb & free_bb) & free_targets_bb,
        board.shifted_bb<kDirection>(pieces.crowns_bb & cuts_bb) & cut_targets_bb);
  };

  jumps.template operator()<Direction::kNorth, MoveKind::kJump>(pieces.mover_bb);
  jumps.template operator()<Direction::kEast, MoveKind::kJump>(pieces.mover_bb);
  jumps.template operator()<Direction::kSouth, MoveKind::kJump>(pieces.mover_bb);
  jumps.template operator()<Direction::kWest, MoveKind::kJump>(pieces.mover_bb);
  const SquareSet crowns_bb = pieces.crowns_bb & pieces.mover_bb;
  if (crowns_bb.empty()) return;
  // The leaving crown itself is one of an orthogonal target's neighbours.
  steps.template operator()<Direction::kNorth>(joining_two_bb, joining_three_bb);
  steps.template operator()<Direction::kEast>(joining_two_bb, joining_three_bb);
  steps.template operator()<Direction::kSouth>(joining_two_bb, joining_three_bb);
  steps.template operator()<Direction::kWest>(joining_two_bb, joining_three_bb);
  steps.template operator()<Direction::kNorthEast>(touching_bb, joining_two_bb);
  steps.template operator()<Direction::kSouthEast>(touching_bb, joining_two_bb);
  steps.template operator()<Direction::kSouthWest>(touching_bb, joining_two_bb);
  steps.template operator()<Direction::kNorthWest>(touching_bb, joining_two_bb);
  if constexpr (kDiagonalJumps) {
    jumps.template operator()<Direction::kNorthEast, MoveKind::kDiagonalJump>(crowns_bb);
    jumps.template operator()<Direction::kSouthEast, MoveKind::kDiagonalJump>(crowns_bb);
    jumps.template operator()<Direction::kSouthWest, MoveKind::kDiagonalJump>(crowns_bb);
    jumps.template operator()<Direction::kNorthWest, MoveKind::kDiagonalJump>(crowns_bb);
  }
}

}  // namespace uisge
