// The exact key of a position, for the search's table and for sets of positions: no two classes of positions share a
// key.
//
// A key holds the squares of all pieces and, for each piece in ascending order of squares, whose it is and whether it
// is a crown. With one bit for the attacker that is at most 64 + 12 + 12 + 1 bits. Exact keys make table entries
// reliable, since no collision of hashes can confuse two positions. (fact_table.h detects entries that two threads have
// mixed.)
//
// A key describes one image under the board's symmetries; colours do not appear in it, since sides are mover and
// opponent. The image is the first by core/canonical_order.h; if several tie, the image with the least key. With this
// choice, most moves lead from a chosen image straight to a chosen image, without a symmetry. Making a key takes about
// 10 ns. Pure functions of a const object.
#pragma once

#include <array>
#include <cstdint>

#include "core/board.h"
#include "core/movegen.h"
#include "db/bit_mix.h"
#include "solver/placements/piece_bits.h"

namespace uisge {

// The search asks whether this side can force a win.
enum class Attacker : std::uint8_t { kMover = 0, kOpponent = 1 };

struct PositionKey {
  std::uint64_t occupied_bits = 0;
  std::uint32_t piece_bits = 0;  // 12 bits: the mover's; 12 bits: crowns; 1 bit: the attacker is the opponent

  static constexpr int kPieceBits = 25;

  constexpr std::uint64_t hash() const { return mix_bits(occupied_bits * kGoldenRatio + piece_bits); }
  constexpr bool operator==(const PositionKey&) const = default;
};

struct CanonicalKey {
  PositionKey key;
  Symmetry symmetry;  // takes the position asked about to the one that the key names
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
  std::array<std::uint16_t, 512> mirrored_row_{};  // a row of the board, reversed
};

}  // namespace uisge
