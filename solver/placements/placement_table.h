// All placements of a number of pieces on a board, one per class under the board's symmetries, and the moves between
// these placements.
//
// Of all colours and crowns, a move depends only on those of the moved piece: is it the mover's, and is it a crown? So
// the table stores a placement's moves once for all its positions: colouring_count(n) * 4^n positions with n pieces a
// side. Placements are in ascending order of their canonical bits, as in the database. The table takes 16 bytes per
// placement and 8 per move: 70 MB for the real game (436,354 placements).
//
// Const after construction and safe to share between threads.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/board.h"
#include "core/placement.h"

namespace uisge {

enum class PlacementId : std::uint32_t {};
constexpr std::size_t index(PlacementId id) {
  return static_cast<std::size_t>(id);
}
// The inverse of index(). REQUIRES: `index` is below a table's size, which fits in 32 bits.
constexpr PlacementId placement_id(std::size_t index) {
  return static_cast<PlacementId>(index);
}

// One move from a placement. `from_piece` is the moved piece's number before the move; `to_piece` is its number after
// the move, before a symmetry maps the pieces to the canonical form of `target`.
struct Transition {
  PlacementId target;
  std::uint8_t from_piece;
  std::uint8_t to_piece;
  Symmetry symmetry;
  MoveKind kind;
};
static_assert(sizeof(Transition) == 8);

class PlacementTable {
 public:
  // Enumerates the placements on all cores (TBB). Takes about 0.1 us of processor time per move between placements.
  // The table is empty if the board has fewer than 2 * pieces squares. Throws std::bad_alloc when memory runs out.
  static PlacementTable build(BoardSize size, int pieces, bool diagonal_jumps);

  const Board& board() const { return board_; }
  int pieces() const { return pieces_; }
  bool diagonal_jumps() const { return diagonal_jumps_; }
  std::size_t size() const { return occupied_.size(); }
  std::size_t transition_count() const { return transitions_.size(); }
  std::size_t bytes() const;

  SquareSet occupied_bb(PlacementId id) const { return occupied_[index(id)]; }
  std::span<const SquareSet> all_occupied_bb() const { return occupied_; }
  // The placement's moves in the order (symmetry, from, to); those that need no symmetry come first.
  std::span<const Transition> transitions(PlacementId id) const {
    return {transitions_.data() + first_[index(id)], transitions_.data() + first_[index(id) + 1]};
  }
  // The number of different images of the placement.
  std::uint8_t orbit_size(PlacementId id) const;
  std::vector<std::uint8_t> orbit_sizes() const;  // by placement
  // The number of placements, counted with their images.
  std::uint64_t raw_size() const;
  // Finds a placement by binary search. Returns nothing if the table lacks the placement.
  std::optional<PlacementId> find(SquareSet canonical_bb) const;

 private:
  PlacementTable(BoardSize size, int pieces, bool diagonal_jumps)
      : board_(size), pieces_(pieces), diagonal_jumps_(diagonal_jumps) {}

  Board board_;
  int pieces_;
  bool diagonal_jumps_;
  std::vector<SquareSet> occupied_;
  std::vector<std::uint64_t> first_;  // size() + 1 offsets into transitions_
  std::vector<Transition> transitions_;
};

// Returns the connected sets of `squares` squares in ascending order, one of each class under the board's symmetries
// (the canonical set).
std::vector<SquareSet> enumerate_placements(const Board& board, int squares);
// Like the function above, but returns nothing if there are more than `at_most` connected sets of `squares` squares, or
// of some smaller number of squares. Large boards have more connected sets than memory can hold.
std::optional<std::vector<SquareSet>> enumerate_placements(const Board& board, int squares, std::size_t at_most);

}  // namespace uisge
