// The kernels of the values engine on a card. A warp computes a block: each of its 32 lanes has one row of the block,
// or two rows with six pieces a side.
//
//   advance:   Finds the lost positions of the sources, and sets the bits of all positions with a move to one of them.
//   win_stuck: Sets the bits of the positions whose mover is stuck. Under the stuck rule `wins` they are won.
//   lose:      Computes the lost blocks of sources (solver/values/group_step.h), to be counted or read.
//   look_up:   Says, between two steps, whether single positions are known to be won.
//
// Each lane decodes one of the mover's moves, so 32 moves are ready at a time. All lanes then go through these 32 moves
// one by one. A move leads from each row of the result to a row of the successor's block, and each lane ORs that row of
// the successor into this row of the result. In the result the rows belong to the mover's crown states, the columns to
// the opponent's. A block of the plane (solver/kernel/block_shape.h) has rows for the opponent's crown states and
// columns for the mover's. The result is also ORed into the predecessors' blocks: those with a move to the computed
// block. There our opponent is the mover, so the result already has such a block's rows and columns, and is not
// transposed. Many warps set bits of a block at the same time while others read it; whether a reader sees these bits
// makes no difference (docs/values.md). This file is long because the kernels share the code that finds lost positions,
// and a card loads all kernels as one module.
#pragma once

#include "solver/card/card_step.h"
#include "solver/card/lane_moves.h"
#include "solver/card/lane_rows.h"
#include "solver/card/warp.h"
#include "solver/kernel/block_shape.h"

namespace uisge::card_kernels {

// Returns ~0U if a piece of the mover can jump orthogonally on this placement: then the mover is not stuck. Otherwise
// returns which of the mover's pieces could move if they were crowns, a bit per piece. The mover is then stuck if no
// piece with a set bit is a crown.
template <int N>
UISGE_ON_CARD std::uint32_t crowns_that_move(const CardPlacement& placement, std::uint32_t mover) {
  if ((mover & placement.jumpers) != 0) return ~0U;
  std::uint32_t crowns = 0;
  for (int k = 0; k < N; ++k, mover &= mover - 1) {
    crowns |= (std::uint32_t{placement.crowns} >> __builtin_ctz(mover) & 1) << k;
  }
  return crowns;
}
template <int N>
UISGE_ON_CARD bool is_stuck(std::uint32_t row, std::uint32_t crowns) {
  return crowns != ~0U && (row & crowns) == 0;
}

UISGE_ON_CARD inline std::uint8_t* won_blocks(const CardStep& step, std::uint32_t id) {
  const std::uint64_t slot = step.slots[id / step.placements_per_tile];
  return step.plane + (slot * step.placements_per_tile + id % step.placements_per_tile) * step.bytes_per_placement;
}

// Whether step `step.since` or a later step found wins in a block of any successor.
template <int N>
UISGE_ON_CARD bool has_changed_successor(const CardStep& step, std::uint32_t id, std::uint32_t mover) {
  constexpr std::uint32_t kAll = (1U << (2 * N)) - 1;
  constexpr std::uint32_t kBlocks = kBlocksOfPlacement[N];
  const auto has_changed = [&](std::uint32_t placement, std::uint32_t side) {
    return Warp::load(step.last_win + placement * kBlocks + step.tables.ranks[side]) >= step.since;
  };
  if (step.stuck_rule == kStuckPasses && has_changed(id, mover ^ kAll)) return true;
  const std::uint32_t end = step.tables.placements[id + 1].first_move;
  for (std::uint32_t first = step.tables.placements[id].first_move; first < end; first += kLanes) {
    const std::uint32_t changed = Warp::ballot([&](int lane) {
      const std::uint32_t at = first + static_cast<std::uint32_t>(lane);
      if (at >= end) return false;
      const CardMove move = step.tables.moves[at];
      if ((mover >> move.from_piece & 1) == 0) return false;
      return has_changed(move.target, pieces_after<N>(move, mover) ^ kAll);
    });
    if (changed != 0) return true;
  }
  return false;
}

// For every move of the mover and every row r of `found`: ORs into row r the row of the successor's block to which the
// move leads from row r. `make(move)` turns a CardMove into a LaneMove. Skips a LaneMove whose `block` is null.
// `read(block, row)` returns a row of the successor's block.
template <int N, class Make, class Read>
UISGE_ON_CARD void add_moves(const CardStep& step, std::uint32_t id, std::uint32_t mover, PerLane<LaneRows<N>>& found,
                             const Make& make, const Read& read) {
  const std::uint32_t end = step.tables.placements[id + 1].first_move;
  for (std::uint32_t first = step.tables.placements[id].first_move; first < end; first += kLanes) {
    const auto moves = moves_of_lanes(step.tables.moves, first, end, mover, make);
    std::uint32_t left = Warp::ballot([&](int lane) { return moves[lane].block != nullptr; });
    for (; left != 0; left &= left - 1) {
      const LaneMove move = Warp::broadcast(moves, __builtin_ctz(left));
      const std::uint32_t flip = (move.piece & kFlips) != 0 ? 1U << move.to() : 0;
      const bool is_symmetric = (move.piece & kSymmetric) != 0;
      const auto place = [&](std::uint32_t row) {
        return is_symmetric ? reordered<N>(row, move.rows) : rotated(row, move.from(), move.to());
      };
      // With six pieces a side, a lane has two rows. The second row's crown state is the first row's with the last
      // piece as a crown.
      const std::uint32_t last_crown = place(1U << (N - 1));
      Warp::each([&](int lane) {
        const std::uint32_t first_row = place(static_cast<std::uint32_t>(lane)) ^ flip;
        LaneRows<N> there{};
        for_rows<N>(lane, there, [&](std::uint32_t row, Row<N>& bits) {
          if ((move.piece & kBlanksToo) == 0 && (row >> move.from() & 1) == 0) return;
          bits = read(move.block, row < kLanes ? first_row : first_row ^ last_crown);
        });
        if (is_symmetric) reorder_columns<N>(there, move.columns);
        for (int i = 0; i < LaneRows<N>::kCount; ++i) found[lane].row[i] |= there.row[i];
      });
    }
  }
}

// Sets in `found` the bits of the block's positions with a successor that is not known to be won.
template <int N>
UISGE_ON_CARD void add_successors(const CardStep& step, std::uint32_t id, std::uint32_t mover,
                                  PerLane<LaneRows<N>>& found) {
  add_moves<N>(
      step, id, mover, found,
      [&](const CardMove& move) { return make_lane_move<N>(step.tables, move, mover, won_blocks(step, move.target)); },
      [](const std::uint8_t* block, std::uint32_t row) {
        return static_cast<Row<N>>(load_row<N>(block, row) ^ kColumns<N>);
      });
}

// A pass moves no piece and exchanges the sides, so it leads to the block of the colouring with exchanged sides. A row
// of `found` belongs to a crown state of the mover. In the block after the pass the mover is the opponent, whose crown
// states are the rows. So the row's number stays the same.
template <int N>
UISGE_ON_CARD void add_passes(const CardStep& step, std::uint32_t id, std::uint32_t mover,
                              PerLane<LaneRows<N>>& found) {
  constexpr std::uint32_t kAll = (1U << (2 * N)) - 1;
  const std::uint32_t crowns = crowns_that_move<N>(step.tables.placements[id], mover);
  const std::uint8_t* const block = won_blocks(step, id) + step.tables.ranks[mover ^ kAll] * block_bytes(N);
  Warp::each([&](int lane) {
    for_rows<N>(lane, found[lane], [&](std::uint32_t row, Row<N>& bits) {
      if (is_stuck<N>(row, crowns)) bits = static_cast<Row<N>>(bits | (load_row<N>(block, row) ^ kColumns<N>));
    });
  });
}

template <int N>
UISGE_ON_CARD void add_stuck(const CardStep& step, std::uint32_t id, std::uint32_t mover, PerLane<LaneRows<N>>& found) {
  const std::uint32_t crowns = crowns_that_move<N>(step.tables.placements[id], mover);
  Warp::each([&](int lane) {
    for_rows<N>(lane, found[lane], [&](std::uint32_t row, Row<N>& bits) {
      if (is_stuck<N>(row, crowns)) bits = kColumns<N>;
    });
  });
}

UISGE_ON_CARD inline bool holds_start(const CardStep& step, std::uint32_t id, std::uint32_t rank) {
  return id == step.start_placement && rank == step.start_rank;
}

// Finds the lost positions of a block, and writes them transposed: each row of `rows` belongs to a crown state of the
// mover, each column to a crown state of the opponent.
template <int N>
UISGE_ON_CARD void find_lost(const CardStep& step, std::uint32_t id, std::uint32_t mover, PerLane<LaneRows<N>>& rows) {
  Warp::each([&](int lane) { rows[lane] = {}; });
  add_successors<N>(step, id, mover, rows);
  if (step.stuck_rule == kStuckDraws || step.stuck_rule == kStuckWins) add_stuck<N>(step, id, mover, rows);
  if (step.stuck_rule == kStuckPasses) add_passes<N>(step, id, mover, rows);
  // In these columns of `rows` the opponent has only crowns, so their positions are lost from the beginning.
  constexpr auto kCompleted = static_cast<Row<N>>(kColumns<N> ^ kLiveColumns<N>);
  Warp::each([&](int lane) {
    for_rows<N>(lane, rows[lane], [&](std::uint32_t row, Row<N>& bits) {
      // Positions whose mover has only crowns are not live.
      bits = row == row_count(N) - 1 ? Row<N>{0} : static_cast<Row<N>>((bits ^ kColumns<N>) | kCompleted);
    });
  });
}

// Records the block's new wins, whose number is the sum of `count` over the lanes.
template <int N>
UISGE_ON_CARD void note_won(const CardStep& step, std::uint32_t block_number, const PerLane<std::uint32_t>& count) {
  if (Warp::ballot([&](int lane) { return count[lane] != 0; }) == 0) return;
  Warp::store(step.last_win + block_number, step.number);
  Warp::add(step.newly_won + block_number / kBlocksOfPlacement[N], sum_of(count));
}

// Sets wins in a block: for each row r of `rows`, sets the row's bits in row place(r) of the block. Returns each lane's
// number of new wins.
template <int N, class Place>
UISGE_ON_CARD PerLane<std::uint32_t> add_won(const CardStep& step, std::uint8_t* block, bool is_start,
                                             PerLane<LaneRows<N>>& rows, const Place& place) {
  PerLane<std::uint32_t> count;
  Warp::each([&](int lane) {
    count[lane] = 0;
    for_rows<N>(lane, rows[lane], [&](std::uint32_t row, Row<N>& bits) {
      const auto wanted = static_cast<Row<N>>(bits & kLiveColumns<N>);
      if (wanted == 0) return;
      const std::uint32_t to = place(row);
      const auto missing = static_cast<Row<N>>(wanted & ~load_row<N>(block, to));
      if (missing == 0) return;
      const Row<N> found = add_to_row<N>(block, to, missing);
      count[lane] += static_cast<std::uint32_t>(__builtin_popcountll(found));
      if (is_start && to == step.start_row && (found >> step.start_bit & 1) != 0) step.start_found[0] = 1;
    });
  });
  return count;
}

// Sets the bits of all positions from which a move leads to one of the block's lost positions.
template <int N>
UISGE_ON_CARD void win_predecessors(const CardStep& step, std::uint32_t id, std::uint32_t mover,
                                    PerLane<LaneRows<N>>& lost) {
  const std::uint32_t end = step.tables.placements[id + 1].first_back;
  for (std::uint32_t first = step.tables.placements[id].first_back; first < end; first += kLanes) {
    const auto moves = moves_of_lanes(step.tables.back_moves, first, end, ~mover, [&](const CardMove& move) {
      return make_back_move<N>(step.tables, move, mover, won_blocks(step, move.target));
    });
    std::uint32_t left = Warp::ballot([&](int lane) { return moves[lane].block != nullptr; });
    for (; left != 0; left &= left - 1) {
      const LaneMove move = Warp::broadcast(moves, __builtin_ctz(left));
      const bool is_symmetric = (move.piece & kSymmetric) != 0;
      const auto with_crown = columns_with<N>(static_cast<int>(move.to()));
      PerLane<LaneRows<N>> won = lost;
      Warp::each([&](int lane) {
        if (is_symmetric) {
          reorder_columns<N>(won[lane], move.columns);
        } else {
          rotate_columns<N>(won[lane], move.from(), move.to());
        }
        for (Row<N>& row : won[lane].row) {
          if ((move.piece & kFlips) != 0) {
            const auto up = static_cast<Row<N>>(row << (1 << move.to()) & with_crown);
            row = static_cast<Row<N>>((row & with_crown) >> (1 << move.to()) | up);
          }
          if ((move.piece & kBlanksToo) == 0) row &= with_crown;
        }
      });
      const auto count = add_won<N>(step, move.block, move.block == step.start_block, won, [&](std::uint32_t row) {
        return is_symmetric ? reordered<N>(row, move.rows) : row;
      });
      note_won<N>(step, move.number, count);
    }
  }
}

// Returns the columns in which the mover is stuck: all pieces of the set `crowns` are blanks there. crowns_that_move()
// returns this set, or ~0U if a jump keeps the mover from being stuck.
template <int N>
UISGE_ON_CARD Row<N> stuck_columns(std::uint32_t crowns) {
  if (crowns == ~0U) return 0;
  Row<N> columns = kColumns<N>;
  for (int k = 0; k < N; ++k) {
    if ((crowns >> k & 1) != 0) columns = static_cast<Row<N>>(columns & ~columns_with<N>(k));
  }
  return columns;
}

// Under the stuck rule `passes`, a stuck opponent wins if the position after the pass is lost. Sets these wins.
// Afterwards `lost` has only the positions into which the opponent can pass.
template <int N>
UISGE_ON_CARD void win_passes(const CardStep& step, std::uint32_t id, std::uint32_t mover, PerLane<LaneRows<N>>& lost) {
  constexpr std::uint32_t kAll = (1U << (2 * N)) - 1;
  const Row<N> stuck = stuck_columns<N>(crowns_that_move<N>(step.tables.placements[id], mover ^ kAll));
  if (stuck == 0) return;
  const std::uint32_t rank = step.tables.ranks[mover ^ kAll];
  Warp::each([&](int lane) {
    for (Row<N>& row : lost[lane].row) row &= stuck;
  });
  const auto count = add_won<N>(step, won_blocks(step, id) + rank * block_bytes(N), holds_start(step, id, rank), lost,
                                [](std::uint32_t row) { return row; });
  note_won<N>(step, id * kBlocksOfPlacement[N] + rank, count);
}

// Reports whether the start position is won or lost. REQUIRES: the block has the start position.
template <int N>
UISGE_ON_CARD void look_at_start(const CardStep& step, PerLane<LaneRows<N>>& lost) {
  Warp::each([&](int lane) {
    for_rows<N>(lane, lost[lane], [&](std::uint32_t row, Row<N>& bits) {
      if (row == step.start_bit && (bits >> step.start_row & 1) != 0) step.start_found[1] = 1;
      // If the plane comes from a file, the start's bit may have been set before the first step.
      if (row == step.start_row && (load_row<N>(step.start_block, row) >> step.start_bit & 1) != 0) {
        step.start_found[0] = 1;
      }
    });
  });
}

template <int N>
UISGE_ON_CARD void advance_block(const CardStep& step, std::uint32_t id, std::uint32_t rank) {
  const std::uint32_t mover = step.tables.masks[rank];
  if (step.since != 0 && !has_changed_successor<N>(step, id, mover)) return;
  PerLane<LaneRows<N>> lost;
  find_lost<N>(step, id, mover, lost);
  if (holds_start(step, id, rank)) look_at_start<N>(step, lost);
  win_predecessors<N>(step, id, mover, lost);
  if (step.stuck_rule == kStuckPasses) win_passes<N>(step, id, mover, lost);
}

template <int N>
UISGE_ON_CARD void win_stuck_block(const CardStep& step, std::uint32_t id, std::uint32_t rank) {
  PerLane<LaneRows<N>> rows;
  Warp::each([&](int lane) { rows[lane] = {}; });
  add_stuck<N>(step, id, step.tables.masks[rank], rows);
  transpose<N>(rows);
  constexpr std::uint32_t kLastRow = row_count(N) - 1;
  // Clears the last row: in its positions the opponent has only crowns, so the game is over.
  Warp::each([&](int lane) {
    for_rows<N>(lane, rows[lane], [&](std::uint32_t row, Row<N>& bits) {
      if (row == kLastRow) bits = 0;
    });
  });
  const auto count = add_won<N>(step, won_blocks(step, id) + rank * block_bytes(N), holds_start(step, id, rank), rows,
                                [](std::uint32_t row) { return row; });
  note_won<N>(step, id * kBlocksOfPlacement[N] + rank, count);
}

template <int N>
UISGE_ON_CARD void lose_block(const CardStep& step, std::uint32_t id, std::uint32_t rank, std::uint32_t place) {
  PerLane<LaneRows<N>> rows;
  find_lost<N>(step, id, step.tables.masks[rank], rows);
  transpose<N>(rows);
  const std::uint8_t* const won = won_blocks(step, id) + rank * block_bytes(N);
  constexpr std::uint32_t kLastRow = row_count(N) - 1;
  PerLane<std::uint32_t> won_count;
  PerLane<std::uint32_t> lost_count;
  Warp::each([&](int lane) {
    won_count[lane] = 0;
    lost_count[lane] = 0;
    for_rows<N>(lane, rows[lane], [&](std::uint32_t row, Row<N>& bits) {
      const Row<N> won_row = load_row<N>(won, row);
      // In the last row the opponent has only crowns, so the row's positions are not live.
      if (row != kLastRow) bits = static_cast<Row<N>>(bits & ~won_row);
      won_count[lane] += static_cast<std::uint32_t>(__builtin_popcountll(won_row));
      if (row != kLastRow) lost_count[lane] += static_cast<std::uint32_t>(__builtin_popcountll(bits));
      if (step.lost != nullptr) {
        store_row<N>(step.lost + place * step.bytes_per_placement + rank * block_bytes(N), row, bits);
      }
    });
  });
  if (step.counts == nullptr) return;
  Warp::add(step.counts + std::size_t{2} * place, sum_of(won_count));
  Warp::add(step.counts + std::size_t{2} * place + 1, sum_of(lost_count));
}

// Calls body(source, rank of the colouring, index of the source in step.sources) for each block that a warp of the
// launch computes.
template <int N, class Body>
UISGE_ON_CARD void for_blocks(const CardStep& step, std::uint32_t warp, const Body& body) {
  constexpr std::uint32_t kWarps = warps_per_placement(N);
  constexpr std::uint32_t kBlocks = kBlocksOfPlacement[N];
  const std::uint32_t place = warp / kWarps;
  if (place >= step.source_count) return;
  const std::uint32_t id = step.sources[place];
  const std::uint32_t first = warp % kWarps * kBlocksPerWarp;
  for (std::uint32_t rank = first; rank < first + kBlocksPerWarp && rank < kBlocks; ++rank) body(id, rank, place);
}

template <int N>
UISGE_ON_CARD void advance(const CardStep& step, std::uint32_t warp) {
  for_blocks<N>(step, warp,
                [&](std::uint32_t id, std::uint32_t rank, std::uint32_t) { advance_block<N>(step, id, rank); });
}
template <int N>
UISGE_ON_CARD void win_stuck(const CardStep& step, std::uint32_t warp) {
  for_blocks<N>(step, warp,
                [&](std::uint32_t id, std::uint32_t rank, std::uint32_t) { win_stuck_block<N>(step, id, rank); });
}
template <int N>
UISGE_ON_CARD void lose(const CardStep& step, std::uint32_t warp) {
  for_blocks<N>(step, warp, [&](std::uint32_t id, std::uint32_t rank, std::uint32_t place) {
    lose_block<N>(step, id, rank, place);
  });
}

// Each lane answers one question.
UISGE_ON_CARD inline void look_up(const CardQuestions& asked, std::uint32_t warp) {
  Warp::each([&](int lane) {
    const std::uint32_t at = warp * kLanes + static_cast<std::uint32_t>(lane);
    if (at >= asked.count) return;
    const auto placement = static_cast<std::uint32_t>(asked.questions[at] >> 32);
    const auto bit = static_cast<std::uint32_t>(asked.questions[at]);
    const std::uint32_t slot = asked.slots[placement / asked.placements_per_tile];
    if (slot == kNoCardSlot) {
      asked.answers[at] = kNotOnCard;
      return;
    }
    const std::uint64_t first = std::uint64_t{slot} * asked.placements_per_tile + placement % asked.placements_per_tile;
    const std::uint8_t byte = asked.plane[first * asked.bytes_per_placement + bit / 8];
    asked.answers[at] = static_cast<std::uint8_t>(byte >> (bit % 8) & 1);
  });
}

}  // namespace uisge::card_kernels
