// The lanes of a warp compute the moves of a placement for one colouring. For each move they find the block that it
// leads to or comes from, and the renumbering of both sides' pieces.
#pragma once

#include <cstdint>

#include "solver/card/card_step.h"
#include "solver/card/lane_rows.h"
#include "solver/card/warp.h"
#include "solver/kernel/block_shape.h"

namespace uisge::card_kernels {

// A move, made or taken back, for one colouring: the block that it leads to, and the new numbers of the pieces. Nearly
// all moves lead directly to a canonical placement, and need no symmetry. Without a symmetry, the moving piece changes
// its number, and the numbers between its old and its new number shift by one. The other side's pieces keep their
// numbers. Each side's pieces are numbered from 0.
struct LaneMove {
  std::uint8_t* block;    // the block of the successor or predecessor; null: this colouring does not have the move
  std::uint32_t rows;     // three bits for each piece of the side whose crown states are the rows: its new number
  std::uint32_t columns;  // the renumbering for the columns, as exchanges of pairs of columns (exchanges_of)
  std::uint32_t piece;    // the moving piece's number before and after the move, three bits each, and flags
  std::uint32_t number;   // the number of `block` among all blocks
  constexpr unsigned from() const { return piece & 7; }
  constexpr unsigned to() const { return piece >> 3 & 7; }
};
inline constexpr std::uint32_t kBlanksToo = 1U << 6;  // blanks can make the move as well
inline constexpr std::uint32_t kFlips = 1U << 7;      // the piece turns over
inline constexpr std::uint32_t kSymmetric =
    1U << 8;  // the move needs a symmetry; without this flag, `rows` and `columns` are not set

UISGE_ON_CARD inline std::uint32_t flags_of(const CardMove& move) {
  return (move.kind == kJumpMove ? kBlanksToo : 0) | (move.kind != kStepMove ? kFlips : 0) |
         (move.is_symmetric != 0 ? kSymmetric : 0);
}

// Returns three bits for each of a side's pieces: its number among the side's pieces after the move. The first piece
// has the lowest bits. `after` gets the mask of the side's pieces in the target placement.
template <int N>
UISGE_ON_CARD std::uint32_t renumbered(std::uint32_t pieces, std::uint64_t place, std::uint32_t& after) {
  std::uint32_t bits[std::size_t{N}];
  after = 0;
  for (int k = 0; k < N; ++k, pieces &= pieces - 1) {
    bits[k] = 1U << (place >> (4 * __builtin_ctz(pieces)) & 15);
    after |= bits[k];
  }
  std::uint32_t order = 0;
  for (int k = 0; k < N; ++k) order |= static_cast<std::uint32_t>(__builtin_popcount(after & (bits[k] - 1))) << (3 * k);
  return order;
}

UISGE_ON_CARD inline std::uint32_t count_below(std::uint32_t pieces, unsigned piece) {
  return static_cast<std::uint32_t>(__builtin_popcount(pieces & ((1U << piece) - 1)));
}
UISGE_ON_CARD inline unsigned place_of(const CardMove& move, unsigned piece) {
  return move.place >> (4 * piece) & 15;
}

template <int N>
UISGE_ON_CARD std::uint32_t pieces_after(const CardMove& move, std::uint32_t pieces) {
  if (move.is_symmetric == 0) return rotated(pieces, move.from_piece, place_of(move, move.from_piece));
  std::uint32_t after = 0;
  renumbered<N>(pieces, move.place, after);
  return after;
}

// Sets the fields of `made` that every move has. Three parameters are masks of pieces: `side` has the pieces of the
// side that makes the move, `after` the same pieces in the target, and `mover_there` the mover's pieces in the target,
// which determine the block.
template <int N>
UISGE_ON_CARD void set_target(LaneMove& made, const CardTables& tables, const CardMove& move, std::uint32_t side,
                              std::uint32_t after, std::uint32_t mover_there, std::uint8_t* target_blocks) {
  const unsigned to = place_of(move, move.from_piece);
  made.piece = count_below(side, move.from_piece) | count_below(after, to) << 3 | flags_of(move);
  const std::uint32_t rank = tables.ranks[mover_there];
  made.block = target_blocks + rank * block_bytes(N);
  made.number = move.target * kBlocksOfPlacement[N] + rank;
}

template <int N>
UISGE_ON_CARD LaneMove make_lane_move(const CardTables& tables, const CardMove& move, std::uint32_t mover,
                                      std::uint8_t* target_blocks) {
  constexpr std::uint32_t kAll = (1U << (2 * N)) - 1;
  std::uint32_t after = 0;
  LaneMove made{};
  if (move.is_symmetric != 0) {
    std::uint32_t opponent = 0;
    made.rows = renumbered<N>(mover, move.place, after);
    made.columns = exchanges_of<N>(renumbered<N>(mover ^ kAll, move.place, opponent));
  } else {
    after = pieces_after<N>(move, mover);
  }
  set_target<N>(made, tables, move, mover, after, after ^ kAll, target_blocks);
  return made;
}

// Takes back a move that the opponent of `mover` has made. So the result's from() is the piece's number after that
// move, and to() its number before that move.
template <int N>
UISGE_ON_CARD LaneMove make_back_move(const CardTables& tables, const CardMove& move, std::uint32_t mover,
                                      std::uint8_t* target_blocks) {
  constexpr std::uint32_t kAll = (1U << (2 * N)) - 1;
  const std::uint32_t side = mover ^ kAll;
  std::uint32_t before = 0;
  LaneMove made{};
  if (move.is_symmetric != 0) {
    std::uint32_t other_side = 0;
    made.rows = renumbered<N>(mover, move.place, other_side);
    const std::uint32_t order = renumbered<N>(side, move.place, before);
    std::uint32_t inverse = 0;
    for (std::uint32_t k = 0; k < N; ++k) inverse |= k << (3 * (order >> (3 * k) & 7));
    made.columns = exchanges_of<N>(inverse);
  } else {
    before = pieces_after<N>(move, side);
  }
  set_target<N>(made, tables, move, side, before, before, target_blocks);
  return made;
}

// Lane number k computes move number first + k, if that is less than `end` and the move's piece is in `movers`.
template <class Make>
UISGE_ON_CARD PerLane<LaneMove> moves_of_lanes(const CardMove* moves, std::uint32_t first, std::uint32_t end,
                                               std::uint32_t movers, const Make& make) {
  PerLane<LaneMove> made;
  Warp::each([&](int lane) {
    made[lane] = {};
    const std::uint32_t at = first + static_cast<std::uint32_t>(lane);
    if (at >= end) return;
    const CardMove move = moves[at];
    if ((movers >> move.from_piece & 1) != 0) made[lane] = make(move);
  });
  return made;
}

}  // namespace uisge::card_kernels
