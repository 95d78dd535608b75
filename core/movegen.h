// Generates all legal moves of a position at once, as sets of target squares.
//
// The expensive rule of this game is that the pieces stay connected. Move generation applies this rule to sets of
// squares, without a loop over pieces:
//
// - An occupied square is a cut square if the other pieces are not connected without the piece on that square. The ring
//   of a square is the eight squares around it. If the pieces on the ring connect the square's occupied orthogonal
//   neighbours, the square is not a cut square. Otherwise the ring is split, and the square is a cut square, unless the
//   pieces enclose a hole and are connected around it. Holes are rare. If there is one, a flood fill checks the squares
//   with a split ring.
// - A piece that is not on a cut square may go wherever it touches another piece. An orthogonal jump always ends beside
//   the piece it jumped over. After an orthogonal step, a piece is beside another piece if its target has an occupied
//   neighbour besides the square that the piece leaves.
// - When a piece leaves a cut square, the other pieces are not connected any more, and the piece must connect them
//   again. So the piece's target has at least two neighbouring pieces. If the move is a jump, the ring of its target is
//   split too, since a target whose ring is not split touches only one part of the other pieces. A flood fill checks
//   the few targets with a split ring.
//
// All functions are pure.
#pragma once

#include <array>

#include "core/board.h"
#include "core/placement.h"
#include "core/position.h"
#include "core/square_set.h"

namespace uisge {

// The parts of a position that determine its moves.
struct Pieces {
  SquareSet mover_bb;
  SquareSet opponent_bb;
  SquareSet crowns_bb;  // of both sides

  SquareSet occupied_bb() const { return mover_bb | opponent_bb; }
  bool mover_all_crowns() const { return crowns_bb.contains(mover_bb); }
  bool opponent_all_crowns() const { return crowns_bb.contains(opponent_bb); }

  // The pieces, seen from the opponent's side.
  Pieces passed() const { return {opponent_bb, mover_bb, crowns_bb}; }
  // The pieces after a move of the mover, seen from the opponent's side.
  template <MoveKind kKind>
  Pieces after(Square from, Square to) const;
};

inline Pieces pieces_of(const Position& position) {
  return {position.mover_bb(), position.opponent_bb(), position.crowns_bb()};
}

// Tells where a move to a given target started: at a constant offset before the target (FromOffset), or always on the
// same square (FromSquare). `starting_bb` keeps only the targets whose moves started on one of the given squares.
struct FromOffset {
  int offset;
  Square operator()(Square to) const { return Square(to.index() - offset); }
  SquareSet starting_bb(SquareSet from_bb, SquareSet targets_bb) const {
    return SquareSet(offset >= 0 ? from_bb.bits() << offset : from_bb.bits() >> -offset) & targets_bb;
  }
};
struct FromSquare {
  Square from;
  Square operator()(Square) const { return from; }
  SquareSet starting_bb(SquareSet from_bb, SquareSet targets_bb) const {
    return from_bb.contains(from) ? targets_bb : SquareSet();
  }
};

// Reports all legal moves in 4 to 21 calls of `visit.operator()<kKind>(from, targets_bb)`. A call reports legal moves
// of the mover, all of kind kKind: each ends on a square `to` of `targets_bb` and starts on `from(to)`. Each move is
// reported once; `targets_bb` may be empty. REQUIRES: the pieces are connected; neither side has only crowns.
template <bool kDiagonalJumps, class Visitor>
void visit_moves(const Board& board, const Pieces& pieces, Visitor&& visit);

// Returns the number of legal moves, not counting passes. Takes about 50 ns.
template <bool kDiagonalJumps>
int count_moves(const Board& board, const Pieces& pieces) {
  int count = 0;
  visit_moves<kDiagonalJumps>(board, pieces,
                              [&]<MoveKind>(auto /*from*/, SquareSet targets_bb) { count += targets_bb.size(); });
  return count;
}

template <bool kDiagonalJumps>
bool is_stuck(const Board& board, const Pieces& pieces) {
  SquareSet any_bb;
  visit_moves<kDiagonalJumps>(board, pieces,
                              [&]<MoveKind>(auto /*from*/, SquareSet targets_bb) { any_bb |= targets_bb; });
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

constexpr std::size_t index(Direction direction) {
  return static_cast<std::size_t>(direction);
}
constexpr SquareSet two_of(SquareSet a, SquareSet b, SquareSet c, SquareSet d) {
  return (a & b) | (c & d) | ((a | b) & (c | d));
}

// The rings of all squares at once: bit s of `at<kNorth>()` is set if the square north of s is occupied.
class Rings {
 public:
  Rings(const Board& board, SquareSet occupied_bb) {
    const SquareSet east_bb = board.shifted_bb<Direction::kWest>(occupied_bb);
    const SquareSet west_bb = board.shifted_bb<Direction::kEast>(occupied_bb);
    set(Direction::kNorth, board.shifted_bb<Direction::kSouth>(occupied_bb));
    set(Direction::kEast, east_bb);
    set(Direction::kSouth, board.shifted_bb<Direction::kNorth>(occupied_bb));
    set(Direction::kWest, west_bb);
    set(Direction::kNorthEast, board.shifted_bb<Direction::kSouth>(east_bb));
    set(Direction::kSouthEast, board.shifted_bb<Direction::kNorth>(east_bb));
    set(Direction::kSouthWest, board.shifted_bb<Direction::kNorth>(west_bb));
    set(Direction::kNorthWest, board.shifted_bb<Direction::kSouth>(west_bb));
  }

  template <Direction kDirection>
  SquareSet at() const {
    return ring_[index(kDirection)];
  }

  // one_bb(): squares with at least one occupied orthogonal neighbour. two_bb(): squares with at least two.
  SquareSet one_bb() const { return n() | e() | s() | w(); }
  SquareSet two_bb() const { return two_of(n(), e(), s(), w()); }

  // Squares with a split ring: the pieces on the ring join the occupied orthogonal neighbours into two groups or more.
  // In clockwise order, only the first neighbour of a group is not linked to the orthogonal neighbour before it.
  SquareSet split_bb() const {
    return two_of(n() - (w() & at<Direction::kNorthWest>()), e() - (n() & at<Direction::kNorthEast>()),
                  s() - (e() & at<Direction::kSouthEast>()), w() - (s() & at<Direction::kSouthWest>()));
  }

  // Whether the connected set encloses a hole. A chess king on an empty square of a hole cannot reach the edge of the
  // board by way of empty squares. The westernmost square in the top rank of a hole has pieces on its west,
  // north-west, north and north-east; few positions have such a square. For a position with such a square Euler's
  // formula decides: squares - adjacent pairs + full 2x2 boxes = 1 - holes.
  bool has_hole(SquareSet occupied_bb) const {
    const SquareSet north_east_corner_bb = n() & at<Direction::kNorthEast>();
    if (occupied_bb.contains(w() & at<Direction::kNorthWest>() & north_east_corner_bb)) return false;
    const int pairs = (occupied_bb & n()).size() + (occupied_bb & e()).size();
    return occupied_bb.size() - pairs + (occupied_bb & north_east_corner_bb & e()).size() != 1;
  }

 private:
  SquareSet n() const { return at<Direction::kNorth>(); }
  SquareSet e() const { return at<Direction::kEast>(); }
  SquareSet s() const { return at<Direction::kSouth>(); }
  SquareSet w() const { return at<Direction::kWest>(); }
  void set(Direction direction, SquareSet set_bb) { ring_[index(direction)] = set_bb; }

  std::array<SquareSet, 8> ring_;
};

// Returns those squares of candidates_bb that are cut squares. A flood fill tests each candidate.
inline SquareSet flooded_cuts_bb(const Board& board, SquareSet occupied_bb, SquareSet candidates_bb) {
  SquareSet cuts_bb;
  for (const Square square : candidates_bb) {
    if (!board.connected(occupied_bb.without(square))) cuts_bb |= SquareSet(square);
  }
  return cuts_bb;
}

// Returns the squares that touch every connected part of the set.
inline SquareSet joining_bb(const Board& board, SquareSet rest_bb) {
  SquareSet joining_bb = board.all_bb();
  while (!rest_bb.empty()) {
    SquareSet part_bb(rest_bb.first());
    SquareSet grown_bb = board.grown_bb(part_bb);
    while ((grown_bb & rest_bb) != part_bb) {
      part_bb = grown_bb & rest_bb;
      grown_bb = board.grown_bb(part_bb);
    }
    joining_bb &= grown_bb;
    rest_bb = rest_bb - part_bb;
  }
  return joining_bb;
}

}  // namespace movegen_detail

template <bool kDiagonalJumps, class Visitor>
inline void visit_moves(const Board& board, const Pieces& pieces, Visitor&& visit) {
  using namespace movegen_detail;
  const SquareSet occupied_bb = pieces.occupied_bb();
  const SquareSet empty_bb = board.all_bb() - occupied_bb;
  const Rings rings(board, occupied_bb);

  const SquareSet split_bb = rings.split_bb();
  SquareSet cuts_bb = split_bb & pieces.mover_bb;
  if (!cuts_bb.empty() && rings.has_hole(occupied_bb)) cuts_bb = flooded_cuts_bb(board, occupied_bb, cuts_bb);
  const SquareSet free_bb = pieces.mover_bb - cuts_bb;
  const SquareSet touching_bb = empty_bb & rings.one_bb();
  const SquareSet touching_two_bb = empty_bb & rings.two_bb();

  const auto jumps = [&]<Direction kDirection, MoveKind kKind>(SquareSet movers_bb) {
    const FromOffset from{2 * board.offset(kDirection)};
    const SquareSet landing_bb = board.shifted_bb<kDirection>(board.shifted_bb<kDirection>(movers_bb) & occupied_bb);
    const SquareSet from_cut_bb = board.shifted_bb<kDirection>(board.shifted_bb<kDirection>(cuts_bb));
    SquareSet targets_bb = (landing_bb & touching_bb) - from_cut_bb;
    const SquareSet open_bb = landing_bb & from_cut_bb & empty_bb & split_bb;
    for (const Square to : open_bb) {
      targets_bb |= SquareSet(to) & joining_bb(board, occupied_bb.without(from(to)));
    }
    visit.template operator()<kKind>(from, targets_bb);
  };
  jumps.template operator()<Direction::kNorth, MoveKind::kJump>(pieces.mover_bb);
  jumps.template operator()<Direction::kEast, MoveKind::kJump>(pieces.mover_bb);
  jumps.template operator()<Direction::kSouth, MoveKind::kJump>(pieces.mover_bb);
  jumps.template operator()<Direction::kWest, MoveKind::kJump>(pieces.mover_bb);

  const SquareSet crowns_bb = pieces.crowns_bb & pieces.mover_bb;
  if (crowns_bb.empty()) return;
  const auto steps = [&]<Direction kDirection>(SquareSet targets_bb) {
    visit.template operator()<MoveKind::kStep>(FromOffset{board.offset(kDirection)},
                                               board.shifted_bb<kDirection>(crowns_bb & free_bb) & targets_bb);
  };
  const SquareSet cut_crowns_bb = crowns_bb & cuts_bb;
  for (const Square from : cut_crowns_bb) {
    const SquareSet open_bb = board.adjacent_bb(from) & touching_two_bb;
    if (open_bb.empty()) continue;
    visit.template operator()<MoveKind::kStep>(FromSquare{from},
                                               open_bb & joining_bb(board, occupied_bb.without(from)));
  }
  // The target of an orthogonal step must touch two pieces: the moving piece on its old square, and another piece.
  steps.template operator()<Direction::kNorth>(touching_two_bb);
  steps.template operator()<Direction::kEast>(touching_two_bb);
  steps.template operator()<Direction::kSouth>(touching_two_bb);
  steps.template operator()<Direction::kWest>(touching_two_bb);
  steps.template operator()<Direction::kNorthEast>(touching_bb);
  steps.template operator()<Direction::kSouthEast>(touching_bb);
  steps.template operator()<Direction::kSouthWest>(touching_bb);
  steps.template operator()<Direction::kNorthWest>(touching_bb);
  if constexpr (kDiagonalJumps) {
    jumps.template operator()<Direction::kNorthEast, MoveKind::kDiagonalJump>(crowns_bb);
    jumps.template operator()<Direction::kSouthEast, MoveKind::kDiagonalJump>(crowns_bb);
    jumps.template operator()<Direction::kSouthWest, MoveKind::kDiagonalJump>(crowns_bb);
    jumps.template operator()<Direction::kNorthWest, MoveKind::kDiagonalJump>(crowns_bb);
  }
}

}  // namespace uisge
