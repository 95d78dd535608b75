// One line of a compact proof: a class of positions, what its mover plays and within how many plies that wins.
//
// A class is all images of a position under the board's symmetries; colours play no part, the mover is the winner. It
// is named by a number, which docs/formats/proof.md defines: by occupied squares, crowns and the mover's pieces, in
// that order, of the canonical image, the one that the search's keys name too (solver/placements/position_key.h).
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/colouring.h"
#include "core/moves.h"
#include "solver/placements/position_key.h"

namespace uisge {

struct ProofLine {
  std::uint64_t number = 0;      // of the class
  std::uint16_t plies = 0;       // 1 to kMaxPlies
  std::uint8_t move_number = 0;  // the move's place among the playable ones of the canonical image, by (from, to)
};
static_assert(sizeof(ProofLine) == 16);
static_assert(kMaxMoves <= 256);

// Numbers of the classes of one board and piece count. Const after construction; 0.1 us a call, 10 KiB.
class PositionNumbers {
 public:
  // REQUIRES: the board outlives it; 1 <= pieces <= kMaxPieces, a side.
  PositionNumbers(const Board& board, int pieces);

  struct Place {
    std::uint64_t number;
    Symmetry symmetry;  // takes the position to the canonical image
  };
  // REQUIRES: a position of this board with this number of pieces.
  Place place_of(const Position& position) const;
  // The canonical image with White to move; none if no class has this number.
  std::optional<Position> position_of(std::uint64_t number) const;
  // All numbers are below this.
  std::uint64_t end() const { return end_; }

 private:
  std::uint64_t number_of(const PositionKey& key) const;
  SquareSet squares_of(std::uint64_t rank) const;

  const Board& board_;
  KeyMaker keys_;
  Colourings colourings_;
  // Binomials: subsets_[k][s] sets of k + 1 squares lie below square s.
  std::array<std::array<std::uint64_t, kMaxSquares + 1>, 2 * kMaxPieces> subsets_{};
  std::uint64_t end_ = 0;
};

}  // namespace uisge
