// The kernels of the values engine on a card. A warp works at a block: a lane has a row, or two rows of six pieces.
//
//   advance    what sources have lost, from their successors' won blocks, and at once who has won by it
//   win_stuck  what is won because its mover is stuck, under `wins`
//   lose       the lost blocks of sources (solver/values/group_step.h), to be counted or read
//
// A move of a colouring is worked out by one lane for all; 32 moves are looked at at a time. Then, move by move, every
// lane ORs the successor's row that its own row leads to into what it has found. So rows are the mover's crowns and
// columns the opponent's, while a block in the plane has it the other way round, as in solver/kernel/kernel.h. A
// predecessor's mover is this block's opponent: its rows are the ones that are found here, and what it wins is ORed
// into the plane without a transposition. Many warps set bits of a block at the same time, and others read it
// meanwhile: whether they see these bits makes no difference (docs/values.md).
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

// The columns whose number has the bit.
#ifdef __CUDA__
__attribute__((constant))
#endif
constexpr std::uint64_t kColumnsWith[] = {0xAAAA'AAAA'AAAA'AAAA, 0xCCCC'CCCC'CCCC'CCCC, 0xF0F0'F0F0'F0F0'F0F0,
                                          0xFF00'FF00'FF00'FF00, 0xFFFF'0000'FFFF'0000, 0xFFFF'FFFF'0000'0000};
template <int N>
UISGE_ON_CARD Row<N> columns_with(int bit) {
  return static_cast<Row<N>>(kColumnsWith[bit] & kColumns<N>);
}

// How one colouring makes a move, or takes one back. Nearly all moves need no symmetry: then of the side that moves one
// piece changes its number, those between make room for it, and the other side's numbers stay. Numbers are those among
// a side's own pieces.
struct LaneMove {
  std::uint8_t* block;    // of the successor or predecessor; null: there is no such move
  std::uint32_t rows;     // what happens to rows' crowns: where three bits for each of them go
  std::uint32_t columns;  // what happens to columns' crowns: the exchanges of a sorting network (exchanges_of)
  std::uint32_t piece;    // from, to: the moving piece's number before and after, three bits each; and flags
  std::uint32_t number;   // of the predecessor's block, among all
  constexpr unsigned from() const { return piece & 7; }
  constexpr unsigned to() const { return piece >> 3 & 7; }
};
inline constexpr std::uint32_t kBlanksToo = 1U << 6;  // blanks can make the move, too
inline constexpr std::uint32_t kFlips = 1U << 7;      // the piece turns over
inline constexpr std::uint32_t kSymmetric =
    1U << 8;  // both sides change their order; else `rows` and `columns` are not set

UISGE_ON_CARD inline std::uint32_t flags_of(const CardMove& move) {
  return (move.kind == kJumpMove ? kBlanksToo : 0) | (move.kind != kStepMove ? kFlips : 0) |
         (move.is_symmetric != 0 ? kSymmetric : 0);
}

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

// Of crowns, or of all pieces: one's number changes from `from` to `to`, those between make room.
UISGE_ON_CARD inline std::uint32_t rotated(std::uint32_t state, unsigned from, unsigned to) {
  const std::uint32_t below_from = (1U << from) - 1;
  const std::uint32_t below_to = (1U << to) - 1;
  const std::uint32_t others = (state & below_from) | (state >> 1 & ~below_from);
  return (others & below_to) | (others & ~below_to) << 1 | (state >> from & 1) << to;
}

// The index bits k and k + 1 of columns change places.
template <int N>
UISGE_ON_CARD Row<N> swap_neighbours(Row<N> row, int k) {
  const auto mask = static_cast<Row<N>>(columns_with<N>(k) & ~columns_with<N>(k + 1));
  const auto swap = static_cast<Row<N>>((row ^ (row >> (1 << k))) & mask);
  return static_cast<Row<N>>(row ^ swap ^ (swap << (1 << k)));
}
template <int N>
UISGE_ON_CARD void swap_neighbours(LaneRows<N>& rows, int k) {
  for (Row<N>& row : rows.row) row = swap_neighbours<N>(row, k);
}

// Column rotated(o, from, to) gets what column o had.
template <int N>
UISGE_ON_CARD void rotate_columns(LaneRows<N>& rows, unsigned from, unsigned to) {
  if (from < to) {
    for (int k = 0; k < N - 1; ++k) {
      if (from <= static_cast<unsigned>(k) && static_cast<unsigned>(k) < to) swap_neighbours<N>(rows, k);
    }
  } else if (to < from) {
    for (int k = N - 2; k >= 0; --k) {
      if (to <= static_cast<unsigned>(k) && static_cast<unsigned>(k) < from) swap_neighbours<N>(rows, k);
    }
  }
}

// Which exchanges of neighbours sort the order, in the network of bubble sort: a bit for each.
template <int N>
UISGE_ON_CARD std::uint32_t exchanges_of(std::uint32_t order) {
  std::uint32_t exchanges = 0;
  int number = 0;
  for (int last = N - 1; last > 0; --last) {
    for (int k = 0; k < last; ++k, ++number) {
      const std::uint32_t differ = (order >> (3 * k) ^ order >> (3 * k + 3)) & 7;
      if ((order >> (3 * k) & 7) <= (order >> (3 * k + 3) & 7)) continue;
      exchanges |= 1U << number;
      order ^= differ << (3 * k) | differ << (3 * k + 3);
    }
  }
  return exchanges;
}

// Column o gets what column reordered(o, order) had, by the exchanges of the order.
template <int N>
UISGE_ON_CARD void reorder_columns(LaneRows<N>& rows, std::uint32_t exchanges) {
  int number = N * (N - 1) / 2;
  for (int last = 1; last < N; ++last) {
    for (int k = last - 1; k >= 0; --k) {
      if ((exchanges >> --number & 1) != 0) swap_neighbours<N>(rows, k);
    }
  }
}

UISGE_ON_CARD inline std::uint32_t count_below(std::uint32_t pieces, unsigned piece) {
  return static_cast<std::uint32_t>(__builtin_popcount(pieces & ((1U << piece) - 1)));
}
UISGE_ON_CARD inline unsigned place_of(const CardMove& move, unsigned piece) {
  return move.place >> (4 * piece) & 15;
}

template <int N>
UISGE_ON_CARD LaneMove make_lane_move(const CardTables& tables, const CardMove& move, std::uint32_t mover,
                                      std::uint8_t* target_blocks) {
  constexpr std::uint32_t kAll = (1U << (2 * N)) - 1;
  const unsigned to = place_of(move, move.from_piece);
  std::uint32_t after = 0;
  LaneMove made{};
  if (move.is_symmetric != 0) {
    std::uint32_t opponent = 0;
    made.rows = renumbered<N>(mover, move.place, after);
    made.columns = exchanges_of<N>(renumbered<N>(mover ^ kAll, move.place, opponent));
  } else {
    after = rotated(mover, move.from_piece, to);
  }
  made.piece = count_below(mover, move.from_piece) | count_below(after, to) << 3 | flags_of(move);
  const std::uint32_t rank = tables.ranks[after ^ kAll];
  made.block = target_blocks + rank * block_bytes(N);
  return made;
}

// `mover` has the move now, its opponent has made it: `from` is the piece's number now, `to` that before the move.
template <int N>
UISGE_ON_CARD LaneMove make_back_move(const CardTables& tables, const CardMove& move, std::uint32_t mover,
                                      std::uint8_t* target_blocks) {
  constexpr std::uint32_t kAll = (1U << (2 * N)) - 1;
  const std::uint32_t side = mover ^ kAll;
  const unsigned to = place_of(move, move.from_piece);
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
    before = rotated(side, move.from_piece, to);
  }
  made.piece = count_below(side, move.from_piece) | count_below(before, to) << 3 | flags_of(move);
  const std::uint32_t rank = tables.ranks[before];
  made.block = target_blocks + rank * block_bytes(N);
  made.number = move.target * kBlocksOfPlacement[N] + rank;
  return made;
}

template <int N>
UISGE_ON_CARD Row<N> load_row(const std::uint8_t* block, std::uint32_t row) {
  count_read(sizeof(Row<N>));
  return Warp::load(reinterpret_cast<const Row<N>*>(block) + row);
}
template <int N>
UISGE_ON_CARD void store_row(std::uint8_t* block, std::uint32_t row, Row<N> bits) {
  count_written(sizeof(Row<N>));
  reinterpret_cast<Row<N>*>(block)[row] = bits;
}
// Sets bits of a row of the plane. Returns those that were not set before.
template <int N>
UISGE_ON_CARD Row<N> add_to_row(std::uint8_t* block, std::uint32_t row, Row<N> bits) {
  // A card sets bits in words of 32 or 64.
  using Word = std::conditional_t<(sizeof(Row<N>) < 4), std::uint32_t, Row<N>>;
  constexpr std::uint32_t kRowsPerWord = sizeof(Word) / sizeof(Row<N>);
  count_written(sizeof(Row<N>));
  const std::uint32_t shift = row % kRowsPerWord * sizeof(Row<N>) * 8;
  const Word before =
      Warp::set(reinterpret_cast<Word*>(block) + row / kRowsPerWord, static_cast<Word>(Word{bits} << shift));
  return static_cast<Row<N>>(bits & ~static_cast<Row<N>>(before >> shift));
}

// body(row number, row) for the rows of a lane that the block has.
template <int N, class Body>
UISGE_ON_CARD void for_rows(int lane, LaneRows<N>& rows, const Body& body) {
  if (row_count(N) < kLanes && lane >= row_count(N)) return;
  body(static_cast<std::uint32_t>(lane), rows.row[0]);
  if constexpr (LaneRows<N>::kCount == 2) body(static_cast<std::uint32_t>(lane + kLanes), rows.row[1]);
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

UISGE_ON_CARD inline std::uint8_t* won_blocks(const CardStep& step, std::uint32_t id) {
  const std::uint64_t slot = step.slots[id / step.placements_per_tile];
  return step.plane + (slot * step.placements_per_tile + id % step.placements_per_tile) * step.bytes_per_placement;
}

// The moves from `first` on that one side has, a lane each: those of the pieces in `movers`.
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

// Whether anything became won in a successor's block since the block was looked at.
template <int N>
UISGE_ON_CARD bool has_changed_successor(const CardStep& step, std::uint32_t id, std::uint32_t mover) {
  constexpr std::uint32_t kAll = (1U << (2 * N)) - 1;
  constexpr std::uint32_t kBlocks = kBlocksOfPlacement[N];
  const auto has_changed = [&](std::uint32_t placement, std::uint32_t side) {
    return Warp::load(step.changed + placement * kBlocks + step.tables.ranks[side]) >= step.since;
  };
  if (step.stuck_rule == kStuckPasses && has_changed(id, mover ^ kAll)) return true;
  const std::uint32_t end = step.tables.placements[id + 1].first_move;
  for (std::uint32_t first = step.tables.placements[id].first_move; first < end; first += kLanes) {
    const std::uint32_t changed = Warp::ballot([&](int lane) {
      const std::uint32_t at = first + static_cast<std::uint32_t>(lane);
      if (at >= end) return false;
      const CardMove move = step.tables.moves[at];
      if ((mover >> move.from_piece & 1) == 0) return false;
      std::uint32_t after = 0;
      if (move.is_symmetric != 0) {
        renumbered<N>(mover, move.place, after);
      } else {
        after = rotated(mover, move.from_piece, place_of(move, move.from_piece));
      }
      return has_changed(move.target, after ^ kAll);
    });
    if (changed != 0) return true;
  }
  return false;
}

// ORs into every row what is not won of the successors' rows that it leads to.
template <int N>
UISGE_ON_CARD void add_successors(const CardStep& step, std::uint32_t id, std::uint32_t mover,
                                  PerLane<LaneRows<N>>& found) {
  const std::uint32_t end = step.tables.placements[id + 1].first_move;
  for (std::uint32_t first = step.tables.placements[id].first_move; first < end; first += kLanes) {
    const auto moves = moves_of_lanes(step.tables.moves, first, end, mover, [&](const CardMove& move) {
      return make_lane_move<N>(step.tables, move, mover, won_blocks(step, move.target));
    });
    std::uint32_t left = Warp::ballot([&](int lane) { return moves[lane].block != nullptr; });
    for (; left != 0; left &= left - 1) {
      const LaneMove move = Warp::broadcast(moves, __builtin_ctz(left));
      const std::uint32_t flip = (move.piece & kFlips) != 0 ? 1U << move.to() : 0;
      const bool is_symmetric = (move.piece & kSymmetric) != 0;
      const auto place = [&](std::uint32_t row) {
        return is_symmetric ? reordered<N>(row, move.rows) : rotated(row, move.from(), move.to());
      };
      // A lane's second row differs from its first in the last crown alone.
      const std::uint32_t last_crown = place(1U << (N - 1));
      Warp::each([&](int lane) {
        const std::uint32_t first_row = place(static_cast<std::uint32_t>(lane)) ^ flip;
        LaneRows<N> not_won{};
        for_rows<N>(lane, not_won, [&](std::uint32_t row, Row<N>& bits) {
          if ((move.piece & kBlanksToo) == 0 && (row >> move.from() & 1) == 0) return;
          const Row<N> won = load_row<N>(move.block, row < kLanes ? first_row : first_row ^ last_crown);
          bits = static_cast<Row<N>>(won ^ kColumns<N>);
        });
        if (is_symmetric) reorder_columns<N>(not_won, move.columns);
        for (int i = 0; i < LaneRows<N>::kCount; ++i) found[lane].row[i] |= not_won.row[i];
      });
    }
  }
}

// A pass: nothing moves, the sides swap; our crowns are the rows of the exchanged colouring's block already.
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

UISGE_ON_CARD inline bool holds_start(const CardStep& step, std::uint32_t id, std::uint32_t rank) {
  return id == step.start_placement && rank == step.start_rank;
}

// The lost positions of a block. Rows are the mover's crowns, columns the opponent's.
template <int N>
UISGE_ON_CARD void find_lost(const CardStep& step, std::uint32_t id, std::uint32_t mover, PerLane<LaneRows<N>>& rows) {
  Warp::each([&](int lane) { rows[lane] = {}; });
  add_successors<N>(step, id, mover, rows);
  if (step.stuck_rule == kStuckDraws || step.stuck_rule == kStuckWins) add_stuck<N>(step, id, mover, rows);
  if (step.stuck_rule == kStuckPasses) add_passes<N>(step, id, mover, rows);
  // The opponent is all crowns: lost before anything is played.
  constexpr auto kCompleted = static_cast<Row<N>>(kColumns<N> ^ kLiveColumns<N>);
  Warp::each([&](int lane) {
    for_rows<N>(lane, rows[lane], [&](std::uint32_t row, Row<N>& bits) {
      // Not live where the mover is.
      bits = row == row_count(N) - 1 ? Row<N>{0} : static_cast<Row<N>>((bits ^ kColumns<N>) | kCompleted);
    });
  });
}

// By lanes: how many positions of the block were won anew.
template <int N>
UISGE_ON_CARD void note_won(const CardStep& step, std::uint32_t block_number, const PerLane<std::uint32_t>& count) {
  if (Warp::ballot([&](int lane) { return count[lane] != 0; }) == 0) return;
  Warp::store(step.changed + block_number, step.number);
  Warp::add(step.newly_won + block_number / kBlocksOfPlacement[N], sum_of(count));
}

// Sets what is won in a block, each row where place(row number) says, and counts what was not known.
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

// Who has moved to what the block has lost has won.
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

// The columns in which none of these crowns is one; none if all bits are set, as crowns_that_move tells.
template <int N>
UISGE_ON_CARD Row<N> stuck_columns(std::uint32_t crowns) {
  if (crowns == ~0U) return 0;
  Row<N> columns = kColumns<N>;
  for (int k = 0; k < N; ++k) {
    if ((crowns >> k & 1) != 0) columns = static_cast<Row<N>>(columns & ~columns_with<N>(k));
  }
  return columns;
}

// Under `passes`: the opponent, stuck, has passed. Leaves of the lost positions those.
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

// What is known of the position whose value is wanted.
template <int N>
UISGE_ON_CARD void look_at_start(const CardStep& step, PerLane<LaneRows<N>>& lost) {
  Warp::each([&](int lane) {
    for_rows<N>(lane, lost[lane], [&](std::uint32_t row, Row<N>& bits) {
      if (row == step.start_bit && (bits >> step.start_row & 1) != 0) step.start_found[1] = 1;
      // Won, it may have been so from the beginning: the plane may come from a file.
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
  // Live: the opponent is not all crowns.
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
      // In the last row the opponent is all crowns, so it is not live.
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

// body(source, colouring's rank, source's place) for the blocks of one warp of a launch.
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

}  // namespace uisge::card_kernels
