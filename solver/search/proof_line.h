// One line of a compact proof: a class of positions, the mover's move, and the number of plies within which the move
// wins.
//
// A class consists of all images of a position under the board's symmetries and the exchange of colours. The canonical
// image is the image that the search's keys describe (solver/placements/position_key.h). The number of a class
// (docs/formats/proof.md) follows from the occupied squares, the crowns and the mover's pieces of the canonical image.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/colouring.h"
#include "core/moves.h"
#include "core/piece_count.h"
#include "solver/placements/position_key.h"

namespace uisge {

struct ProofLine {
  std::uint64_t number = 0;  // of the class
  std::uint16_t plies = 0;   // 1 to kMaxPlies
  // the move's place among the playable moves of the canonical image, ordered by (from, to)
  std::uint8_t move_number = 0;
};
static_assert(sizeof(ProofLine) == 16);
static_assert(kMaxMoves <= 256);

// Translates between the classes of one board and piece count and their numbers. Immutable, so thread-safe. A call of
// place_of takes 0.1 us; the object takes 10 KiB.
class PositionNumbers {
 public:
  // `board` must outlive this object. REQUIRES: 1 <= pieces <= kMaxPieces; `pieces` is per side.
  PositionNumbers(const Board& board, int pieces);

  struct Place {
    std::uint64_t number;
    Symmetry symmetry;  // maps the position to the canonical image
  };
  // REQUIRES: the position has the board and the number of pieces of this object.
  Place place_of(const Position& position) const;
  // The canonical image of the class that has this number, with White to move; std::nullopt if no class has this
  // number.
  std::optional<Position> position_of(std::uint64_t number) const;
  // The number of every class is below end().
  std::uint64_t end() const { return end_; }

 private:
  std::uint64_t number_of(const PositionKey& key) const;
  SquareSet squares_of(std::uint64_t rank) const;

  const Board& board_;
  KeyMaker keys_;
  Colourings colourings_;
  // Binomial coefficients: subsets_[k][s] is the number of sets of k + 1 squares, all with square numbers below s.
  std::array<std::array<std::uint64_t, kMaxSquares + 1>, 2 * kMaxPieces> subsets_{};
  std::uint64_t end_ = 0;
};

}  // namespace uisge
