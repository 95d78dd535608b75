// The exact key of a position, for the search's table and for sets of positions: no two classes of positions share a
// key.
//
// A key holds the squares of all pieces, and two bits per piece: whether the piece is the mover's, and whether it is a
// crown. The bits are in the order of the pieces' squares, lowest first. One more bit says who the attacker is. So a
// key has at most 64 bits for squares, 12 for the mover's pieces, 12 for crowns and 1 for the attacker.
//
// A key describes one image of the position under the board's symmetries: the first in the order of
// core/canonical_order.h. Of several images that are equal in this order, the key describes the image with the least
// key. Most moves from the described image lead to a position that is itself the described image of its class. For such
// a position KeyMaker applies no symmetry. Making a key takes about 10 ns. Const and thread-safe.
#pragma once

#include <array>
#include <cstdint>

#include "core/board.h"
#include "core/movegen.h"
#include "db/bit_mix.h"
#include "solver/placements/piece_bits.h"

namespace uisge {

// The search asks whether one side, the attacker, can force a win.
enum class Attacker : std::uint8_t { kMover = 0, kOpponent = 1 };

struct PositionKey {
  std::uint64_t occupied_bits = 0;
  // 12 bits say which pieces are the mover's, 12 bits which pieces are crowns, one bit whether the opponent attacks.
  std::uint32_t piece_bits = 0;

  static constexpr int kPieceBits = 25;

  constexpr std::uint64_t hash() const { return mix_bits(occupied_bits * kGoldenRatio + piece_bits); }
  constexpr bool operator==(const PositionKey&) const = default;
};

struct CanonicalKey {
  PositionKey key;
  Symmetry symmetry;  // maps the given position to the image that the key describes
};

class KeyMaker {
 public:
  // The keys are the same with every instruction set. REQUIRES: the board outlives the object;
  // is_supported(instructions).
  KeyMaker(const Board& board, InstructionSet instructions);

  CanonicalKey key_of(const Pieces& pieces, Attacker attacker) const;

 private:
  SquareSet image(Symmetry symmetry, SquareSet set_bb) const;
  PositionKey exact_key(const Pieces& pieces, Attacker attacker) const;

  const Board& board_;
  PieceBits piece_bits_;
  std::array<std::uint16_t, 512> mirrored_row_{};  // by the bits of a row of the board: the row reversed
};

}  // namespace uisge
