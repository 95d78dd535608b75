// The kernels of the values engine on a card. A warp works at a block: a lane has a row, or two rows of six pieces.
//
//   lose       the lost blocks of sources, from their successors' won blocks (solver/values/group_step.h)
//   win        what targets win by the lost blocks of the step
//   win_stuck  what is won because its mover is stuck, under `wins`
//
// A move of a colouring is worked out by one lane for all; 32 moves are looked at at a time. Then, move by move, every
// lane ORs the successor's row that its own row leads to into what it has found. Rows are the mover's crowns until the
// transposition at the end, as in solver/kernel/kernel.h. A symmetry also renumbers the opponent's crowns, which are
// columns until then.
// Long because the kernels share the moves of lanes, and a card gets all of them as one module.
#pragma once

#include "solver/card/card_step.h"
#include "solver/card/traffic.h"
#include "solver/card/warp.h"
#include "solver/kernel/block_shape.h"

namespace uisge::card_kernels {

// A lane's rows: lane, and lane + 32.
template <int N>
struct LaneRows {
  static constexpr int kCount = row_count(N) > kLanes ? row_count(N) / kLanes : 1;
  Row<N> row[std::size_t{kCount}];
};

// The columns that a block has, and those that are live: not all of the mover's pieces are crowns.
template <int N>
constexpr Row<N> kColumns = static_cast<Row<N>>(~std::uint64_t{0} >> (64 - row_count(N)));
template <int N>
constexpr Row<N> kLiveColumns = static_cast<Row<N>>(kColumns<N> >> 1);

// The columns whose number has the bit. By comparing, so that no table has to lie in memory.
template <int N>
UISGE_ON_CARD Row<N> columns_with(int bit) {
  std::uint64_t columns = 0xAAAA'AAAA'AAAA'AAAA;
  if (bit == 1) columns = 0xCCCC'CCCC'CCCC'CCCC;
  if (bit == 2) columns = 0xF0F0'F0F0'F0F0'F0F0;
  if (bit == 3) columns = 0xFF00'FF00'FF00'FF00;
  if (bit == 4) columns = 0xFFFF'0000'FFFF'0000;
  if (bit == 5) columns = 0xFFFF'FFFF'0000'0000;
  return static_cast<Row<N>>(columns & kColumns<N>);
}

// How one colouring makes a move. The renumbering of a side's crowns has three bits for each: its number after the
// move.
struct LaneMove {
  const std::uint8_t* block;  // of the successor; null: there is no such move
  std::uint32_t order;        // of the mover's crowns, then three bits: the moving piece's number before the move
  std::uint32_t opponent;     // the same of the opponent's, if they change their order
  constexpr unsigned from_crown() const { return order >> 18 & 7; }
};
inline constexpr std::uint32_t kEveryRow = 1U << 21;  // in `order`: blanks can make the move, too
inline constexpr std::uint32_t kFlips = 1U << 22;     // in `order`: the piece turns over
inline constexpr std::uint32_t kReorders = 1U << 18;  // in `opponent`: there is anything to be done

// The numbers of a side's pieces in the target among their own, three bits each; `after` gets their mask there.
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

// Where a crown state goes.
template <int N>
UISGE_ON_CARD std::uint32_t reordered(std::uint32_t state, std::uint32_t order) {
  std::uint32_t result = 0;
  for (int k = 0; k < N; ++k) result |= (state >> k & 1) << (order >> (3 * k) & 7);
  return result;
}

// Column o gets what column reordered(o) had: the bits of the column's number change places, two at a time.
template <int N>
UISGE_ON_CARD Row<N> reorder_columns(Row<N> row, std::uint32_t order) {
  for (int k = 0; k < N; ++k) {
    const auto to = static_cast<int>(order >> (3 * k) & 7);
    if (to == k) continue;
    // k is the lower one: the orders of those below are done.
    const int distance = (1 << to) - (1 << k);
    const auto mask = static_cast<Row<N>>(columns_with<N>(k) & ~columns_with<N>(to));
    const auto swap = static_cast<Row<N>>((row ^ (row >> distance)) & mask);
    row = static_cast<Row<N>>(row ^ swap ^ (swap << distance));
    // Whoever was to go to k goes to `to` now.
    for (int j = k + 1; j < N; ++j) {
      if ((order >> (3 * j) & 7) == static_cast<unsigned>(k)) {
        order = (order & ~(7U << (3 * j))) | static_cast<std::uint32_t>(to) << (3 * j);
      }
    }
  }
  return row;
}

template <int N>
UISGE_ON_CARD LaneMove make_lane_move(const CardTables& tables, const CardMove& move, std::uint32_t mover,
                                      const std::uint8_t* target_blocks) {
  constexpr std::uint32_t kAll = (1U << (2 * N)) - 1;
  std::uint32_t after = 0;
  LaneMove made{};
  made.order = renumbered<N>(mover, move.place, after);
  made.order |= static_cast<std::uint32_t>(__builtin_popcount(mover & ((1U << move.from_piece) - 1))) << 18;
  if (move.kind == kJumpMove) made.order |= kEveryRow;
  if (move.kind != kStepMove) made.order |= kFlips;
  if (move.is_symmetric != 0) {
    std::uint32_t opponent = 0;
    made.opponent = renumbered<N>(mover ^ kAll, move.place, opponent) | kReorders;
  }
  made.block = target_blocks + tables.ranks[after ^ kAll] * block_bytes(N);
  return made;
}

template <int N>
UISGE_ON_CARD Row<N> load_row(const std::uint8_t* block, std::uint32_t row) {
  count_read(sizeof(Row<N>));
  return reinterpret_cast<const Row<N>*>(block)[row];
}
template <int N>
UISGE_ON_CARD void store_row(std::uint8_t* block, std::uint32_t row, Row<N> bits) {
  count_written(sizeof(Row<N>));
  reinterpret_cast<Row<N>*>(block)[row] = bits;
}

// body(row number, row) for the rows of a lane that the block has.
template <int N, class Body>
UISGE_ON_CARD void for_rows(int lane, LaneRows<N>& rows, const Body& body) {
  if (row_count(N) < kLanes && lane >= row_count(N)) return;
  for (int i = 0; i < LaneRows<N>::kCount; ++i) body(static_cast<std::uint32_t>(lane + i * kLanes), rows.row[i]);
}

// The states of the mover's crowns in which it has no move: those without one of these crowns. All bits if none is.
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

// ORs into every row the successors' rows that it leads to, each ^ invert. blocks_of(placement) tells where its blocks
// are, or null if they do not count.
template <int N, class BlocksOf>
UISGE_ON_CARD void add_successors(const CardStep& step, std::uint32_t id, std::uint32_t mover, Row<N> invert,
                                  const BlocksOf& blocks_of, PerLane<LaneRows<N>>& found) {
  const std::uint32_t end = step.tables.placements[id + 1].first_move;
  for (std::uint32_t first = step.tables.placements[id].first_move; first < end; first += kLanes) {
    PerLane<LaneMove> moves;
    Warp::each([&](int lane) {
      moves[lane] = {};
      const std::uint32_t at = first + static_cast<std::uint32_t>(lane);
      if (at >= end) return;
      const CardMove move = step.tables.moves[at];
      if ((mover >> move.from_piece & 1) == 0) return;
      const std::uint8_t* const blocks = blocks_of(move.target);
      if (blocks != nullptr) moves[lane] = make_lane_move<N>(step.tables, move, mover, blocks);
    });
    std::uint32_t left = Warp::ballot([&](int lane) { return moves[lane].block != nullptr; });
    for (; left != 0; left &= left - 1) {
      const LaneMove move = Warp::broadcast(moves, __builtin_ctz(left));
      const std::uint32_t flip = (move.order & kFlips) != 0 ? 1U << (move.order >> (3 * move.from_crown()) & 7) : 0;
      PerLane<std::uint32_t> lane_goes_to;
      Warp::each(
          [&](int lane) { lane_goes_to[lane] = reordered<N>(static_cast<std::uint32_t>(lane), move.order) ^ flip; });
      // A lane's second row differs from its first in the last crown alone.
      const std::uint32_t last_crown = 1U << (move.order >> (3 * (N - 1)) & 7);
      Warp::each([&](int lane) {
        for_rows<N>(lane, found[lane], [&](std::uint32_t row, Row<N>& bits) {
          if ((move.order & kEveryRow) == 0 && (row >> move.from_crown() & 1) == 0) return;
          const std::uint32_t to = row < kLanes ? lane_goes_to[lane] : lane_goes_to[lane] ^ last_crown;
          Row<N> successors = load_row<N>(move.block, to);
          if ((move.opponent & kReorders) != 0) successors = reorder_columns<N>(successors, move.opponent);
          bits = static_cast<Row<N>>(bits | (successors ^ invert));
        });
      });
    }
  }
}

// A pass: nothing moves, the sides swap; our crowns are the rows of the exchanged colouring's block already.
template <int N>
UISGE_ON_CARD void add_passes(const CardStep& step, std::uint32_t id, std::uint32_t mover, Row<N> invert,
                              const std::uint8_t* blocks, PerLane<LaneRows<N>>& found) {
  constexpr std::uint32_t kAll = (1U << (2 * N)) - 1;
  const std::uint32_t crowns = crowns_that_move<N>(step.tables.placements[id], mover);
  const std::uint8_t* const block = blocks + step.tables.ranks[mover ^ kAll] * block_bytes(N);
  Warp::each([&](int lane) {
    for_rows<N>(lane, found[lane], [&](std::uint32_t row, Row<N>& bits) {
      if (is_stuck<N>(row, crowns)) bits = static_cast<Row<N>>(bits | (load_row<N>(block, row) ^ invert));
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

// Rows become columns: for every bit of their numbers, what differs in it changes places. Within a lane for the last
// bit of six, between lanes for the others.
template <int N>
UISGE_ON_CARD void transpose(PerLane<LaneRows<N>>& rows) {
  for (int bit = N - 1; bit >= 0; --bit) {
    const int half = 1 << bit;
    const auto low = static_cast<Row<N>>(~columns_with<N>(bit));
    if constexpr (LaneRows<N>::kCount == 2) {
      if (half == kLanes) {
        Warp::each([&](int lane) {
          Row<N>* const row = rows[lane].row;
          const auto swap = static_cast<Row<N>>((row[0] >> half ^ row[1]) & low);
          row[1] ^= swap;
          row[0] ^= swap << half;
        });
        continue;
      }
    }
    const PerLane<LaneRows<N>> others = Warp::exchange(rows, half);
    Warp::each([&](int lane) {
      for (int i = 0; i < LaneRows<N>::kCount; ++i) {
        const Row<N> mine = rows[lane].row[i];
        const Row<N> other = others[lane].row[i];
        rows[lane].row[i] = (lane & half) == 0
                                ? static_cast<Row<N>>((mine & low) | static_cast<Row<N>>((other & low) << half))
                                : static_cast<Row<N>>((mine & ~low) | static_cast<Row<N>>(other >> half & low));
      }
    });
  }
}

UISGE_ON_CARD inline std::uint32_t sum_of(const PerLane<std::uint32_t>& of_lane) {
  PerLane<std::uint32_t> sum = of_lane;
  for (int half = 1; half < kLanes; half *= 2) {
    const PerLane<std::uint32_t> others = Warp::exchange(sum, half);
    Warp::each([&](int lane) { sum[lane] += others[lane]; });
  }
  return Warp::broadcast(sum, 0);
}

UISGE_ON_CARD inline std::uint8_t* won_blocks(const CardStep& step, std::uint32_t id) {
  const std::uint64_t slot = step.slots[id / step.placements_per_tile];
  return step.plane + (slot * step.placements_per_tile + id % step.placements_per_tile) * step.bytes_per_placement;
}
// Null if the placement is no source.
UISGE_ON_CARD inline std::uint8_t* lost_blocks(const CardStep& step, std::uint32_t id) {
  const std::uint32_t place = step.lost_places[id];
  if (place == kNoLostBlocks) return nullptr;
  return step.lost + place * step.bytes_per_placement;
}

UISGE_ON_CARD inline bool holds_start(const CardStep& step, std::uint32_t id, std::uint32_t rank) {
  return id == step.start_placement && rank == step.start_rank;
}

template <int N>
UISGE_ON_CARD void lose_block(const CardStep& step, std::uint32_t id, std::uint32_t rank) {
  const std::uint32_t mover = step.tables.masks[rank];
  PerLane<LaneRows<N>> rows;
  Warp::each([&](int lane) { rows[lane] = {}; });
  constexpr Row<N> kInvert = kColumns<N>;
  add_successors<N>(
      step, id, mover, kInvert, [&](std::uint32_t target) { return won_blocks(step, target); }, rows);
  if (step.stuck_rule == kStuckDraws) add_stuck<N>(step, id, mover, rows);
  if (step.stuck_rule == kStuckPasses) add_passes<N>(step, id, mover, kInvert, won_blocks(step, id), rows);
  transpose<N>(rows);

  const std::uint8_t* const won = won_blocks(step, id) + rank * block_bytes(N);
  std::uint8_t* const lost = lost_blocks(step, id) + rank * block_bytes(N);
  constexpr std::uint32_t kLastRow = row_count(N) - 1;
  PerLane<std::uint32_t> won_count;
  PerLane<std::uint32_t> lost_count;
  Warp::each([&](int lane) {
    won_count[lane] = 0;
    lost_count[lane] = 0;
    for_rows<N>(lane, rows[lane], [&](std::uint32_t row, Row<N>& bits) {
      const Row<N> won_row = load_row<N>(won, row);
      // In the last row the opponent is all crowns: lost before anything is played, and not live.
      bits = static_cast<Row<N>>(row == kLastRow ? kLiveColumns<N> : ~(bits | won_row) & kLiveColumns<N>);
      store_row<N>(lost, row, bits);
      won_count[lane] += static_cast<std::uint32_t>(__builtin_popcountll(won_row));
      if (row != kLastRow) lost_count[lane] += static_cast<std::uint32_t>(__builtin_popcountll(bits));
      if (holds_start(step, id, rank) && row == step.start_row) {
        // Won, it may have been so from the beginning: the plane may come from a file.
        if ((won_row >> step.start_bit & 1) != 0) step.start_found[0] = 1;
        if ((bits >> step.start_bit & 1) != 0) step.start_found[1] = 1;
      }
    });
  });
  if (step.counts == nullptr) return;
  std::uint32_t* const counts = step.counts + std::size_t{2} * step.lost_places[id];
  Warp::add(counts, sum_of(won_count));
  Warp::add(counts + 1, sum_of(lost_count));
}

// What was found, rows being the opponent's crowns, goes into the plane.
template <int N>
UISGE_ON_CARD void add_won(const CardStep& step, std::uint32_t id, std::uint32_t rank, PerLane<LaneRows<N>>& rows) {
  std::uint8_t* const won = won_blocks(step, id) + rank * block_bytes(N);
  constexpr std::uint32_t kLastRow = row_count(N) - 1;
  PerLane<std::uint32_t> count;
  Warp::each([&](int lane) {
    count[lane] = 0;
    for_rows<N>(lane, rows[lane], [&](std::uint32_t row, Row<N>& bits) {
      if (row == kLastRow || (bits & kLiveColumns<N>) == 0) return;
      const Row<N> before = load_row<N>(won, row);
      const auto found = static_cast<Row<N>>(bits & ~before & kLiveColumns<N>);
      if (found == 0) return;
      store_row<N>(won, row, static_cast<Row<N>>(before | found));
      count[lane] += static_cast<std::uint32_t>(__builtin_popcountll(found));
      if (holds_start(step, id, rank) && row == step.start_row && (found >> step.start_bit & 1) != 0) {
        step.start_found[0] = 1;
      }
    });
  });
  const std::uint32_t sum = sum_of(count);
  if (sum != 0) Warp::add(step.newly_won + id, sum);
}

template <int N>
UISGE_ON_CARD void win_block(const CardStep& step, std::uint32_t id, std::uint32_t rank) {
  const std::uint32_t mover = step.tables.masks[rank];
  PerLane<LaneRows<N>> rows;
  Warp::each([&](int lane) { rows[lane] = {}; });
  add_successors<N>(
      step, id, mover, 0, [&](std::uint32_t target) { return lost_blocks(step, target); }, rows);
  const std::uint8_t* const own = lost_blocks(step, id);
  if (step.stuck_rule == kStuckPasses && own != nullptr) add_passes<N>(step, id, mover, 0, own, rows);
  transpose<N>(rows);
  add_won<N>(step, id, rank, rows);
}

template <int N>
UISGE_ON_CARD void win_stuck_block(const CardStep& step, std::uint32_t id, std::uint32_t rank) {
  PerLane<LaneRows<N>> rows;
  Warp::each([&](int lane) { rows[lane] = {}; });
  add_stuck<N>(step, id, step.tables.masks[rank], rows);
  transpose<N>(rows);
  add_won<N>(step, id, rank, rows);
}

// body(placement, colouring's rank) for the blocks of one warp of a launch.
template <int N, class Body>
UISGE_ON_CARD void for_blocks(const CardStep& step, std::uint32_t warp, const Body& body) {
  constexpr std::uint32_t kWarps = warps_per_placement(N);
  constexpr std::uint32_t kBlocks = kBlocksOfPlacement[N];
  if (warp / kWarps >= step.placement_count) return;
  const std::uint32_t id = step.placements[warp / kWarps];
  const std::uint32_t first = warp % kWarps * kBlocksPerWarp;
  for (std::uint32_t rank = first; rank < first + kBlocksPerWarp && rank < kBlocks; ++rank) body(id, rank);
}

template <int N>
UISGE_ON_CARD void lose(const CardStep& step, std::uint32_t warp) {
  for_blocks<N>(step, warp, [&](std::uint32_t id, std::uint32_t rank) { lose_block<N>(step, id, rank); });
}
template <int N>
UISGE_ON_CARD void win(const CardStep& step, std::uint32_t warp) {
  for_blocks<N>(step, warp, [&](std::uint32_t id, std::uint32_t rank) { win_block<N>(step, id, rank); });
}
template <int N>
UISGE_ON_CARD void win_stuck(const CardStep& step, std::uint32_t warp) {
  for_blocks<N>(step, warp, [&](std::uint32_t id, std::uint32_t rank) { win_stuck_block<N>(step, id, rank); });
}

}  // namespace uisge::card_kernels
