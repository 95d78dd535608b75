// A placement is the set of occupied squares of a position.
//
// The canonical image of a placement stands for all its images under the board's symmetries. The table of all
// placements (solver/placements/placement_table.h) and the database keep canonical placements in ascending order of
// their bits.
#pragma once

#include <boost/container/static_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/board.h"
#include "core/piece_count.h"
#include "core/rules.h"

namespace uisge {

// The canonical image of a set of squares, which represents all images of the set.
struct CanonicalPlacement {
  SquareSet occupied_bb;
  Symmetry symmetry;  // maps the given set to occupied_bb
};

// The canonical image has the least (sum of ranks, sum of files, bits); see core/canonical_order.h. If several
// symmetries map the set to this image, the result has the symmetry with the lowest index.
CanonicalPlacement canonical_placement(const Board& board, SquareSet occupied_bb);

// The set's place in an ascending list; std::nullopt if the list lacks it. O(log n).
std::optional<std::size_t> find_placement(std::span<const SquareSet> placements, SquareSet canonical_bb);

// The stabiliser: the symmetries that map the set onto itself, the identity first.
boost::container::static_vector<Symmetry, kMaxSymmetries> stabiliser(const Board& board, SquareSet occupied_bb);

enum class MoveKind : std::uint8_t {
  kJump = 0,         // any piece; turns over
  kStep = 1,         // a crown; stays a crown
  kDiagonalJump = 2  // a crown; becomes a blank
};

// One move of one piece, legal whenever the piece is the mover's (and a crown, for kStep and kDiagonalJump).
struct PlacementMove {
  Square from;
  Square to;
  MoveKind kind;
};

// All moves of a placement in ascending (from, to) order, at most 16 per piece. For every move, a move of the same kind
// leads back, so the graph of placements is symmetric.
using PlacementMoves = boost::container::static_vector<PlacementMove, 2 * kMaxPieces * 16>;
PlacementMoves placement_moves(const Board& board, bool diagonal_jumps, SquareSet occupied_bb);

// For each empty square beside a canonical connected set, appends the canonical image of the set with this square
// added. The images may repeat.
void grow_placement(const Board& board, SquareSet occupied_bb, std::vector<SquareSet>& grown);

}  // namespace uisge
