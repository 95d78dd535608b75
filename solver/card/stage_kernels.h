// The kernels of the exact engine on a card (solver/exact/exact_engine.h). A warp computes a block, as in
// card_kernels.h.
//
//   lose_stage  makes the lost blocks of the sources that have new losses, and counts the new losses;
//   win_stage   sets the wins that follow, in the sources, from new losses of the successors;
//   note        says which noted positions are newly lost, and which are won.
//
// Each block is written by one warp alone, and no kernel reads what another warp of the same launch writes.
#pragma once

#include "solver/card/card_kernels.h"
#include "solver/card/card_stage.h"

namespace uisge::card_kernels {

// The address of a placement's lost blocks; null if they have no slot on the card.
UISGE_ON_CARD inline std::uint8_t* lost_blocks(const CardStage& stage, std::uint32_t id) {
  const std::uint32_t slot = stage.lost_slots[id];
  return slot == kNoCardSlot ? nullptr : stage.step.plane + slot * stage.step.bytes_per_placement;
}

template <int N>
UISGE_ON_CARD void lose_stage_block(const CardStage& stage, std::uint32_t id, std::uint32_t rank, std::uint32_t place) {
  const CardStep& step = stage.step;
  const std::uint32_t mover = step.tables.masks[rank];
  if (step.since != 0 && !has_changed_successor<N>(step, id, mover)) return;
  PerLane<LaneRows<N>> rows;
  find_lost<N>(step, id, mover, rows);
  const std::uint32_t number = id * kBlocksOfPlacement[N] + rank;
  // Only lane 0 reads the old count, and it does so before any lane writes the new one.
  PerLane<std::uint32_t> count;
  PerLane<std::uint32_t> known;
  Warp::each([&](int lane) {
    count[lane] = 0;
    known[lane] = lane == 0 ? Warp::load(stage.lost_counts + number) : 0;
    for_rows<N>(lane, rows[lane], [&](std::uint32_t, Row<N>& bits) {
      count[lane] += static_cast<std::uint32_t>(__builtin_popcountll(bits & kLiveColumns<N>));
    });
  });
  const std::uint32_t before = Warp::broadcast(known, 0);
  const std::uint32_t now = sum_of(count);
  if (step.since != 0 && now == before) return;
  Warp::store(stage.lost_counts + number, static_cast<std::uint16_t>(now));
  Warp::store(stage.last_loss + number, step.number);
  Warp::add(stage.found + place, now - before);
  transpose<N>(rows);
  std::uint8_t* const block = lost_blocks(stage, id) + rank * block_bytes(N);
  Warp::each([&](int lane) {
    for_rows<N>(lane, rows[lane], [&](std::uint32_t row, Row<N>& bits) { store_row<N>(block, row, bits); });
  });
}

// Adds to the rows of `found` all positions of a block from which a move or a pass leads to a lost position. Only
// blocks with new losses are read; their older losses count, too.
template <int N>
UISGE_ON_CARD void add_new_losses(const CardStage& stage, std::uint32_t id, std::uint32_t mover,
                                  PerLane<LaneRows<N>>& found) {
  const CardStep& step = stage.step;
  const auto make = [&](const CardMove& move) {
    std::uint8_t* const blocks = lost_blocks(stage, move.target);
    if (blocks == nullptr) return LaneMove{};
    LaneMove made = make_lane_move<N>(step.tables, move, mover, blocks);
    if (stage.last_loss[made.number] != step.number) made.block = nullptr;
    return made;
  };
  add_moves<N>(step, id, mover, found, make,
               [](const std::uint8_t* block, std::uint32_t row) { return load_row<N>(block, row); });
  if (step.stuck_rule != kStuckPasses) return;
  constexpr std::uint32_t kAll = (1U << (2 * N)) - 1;
  const std::uint32_t rank = step.tables.ranks[mover ^ kAll];
  if (stage.last_loss[id * kBlocksOfPlacement[N] + rank] != step.number) return;
  const std::uint8_t* const block = lost_blocks(stage, id) + rank * block_bytes(N);
  const std::uint32_t crowns = crowns_that_move<N>(step.tables.placements[id], mover);
  Warp::each([&](int lane) {
    for_rows<N>(lane, found[lane], [&](std::uint32_t row, Row<N>& bits) {
      if (is_stuck<N>(row, crowns)) bits = static_cast<Row<N>>(bits | load_row<N>(block, row));
    });
  });
}

UISGE_ON_CARD inline std::uint32_t least_of(const PerLane<std::uint32_t>& of_lane) {
  PerLane<std::uint32_t> least = of_lane;
  for (int half = 1; half < kLanes; half *= 2) {
    const PerLane<std::uint32_t> others = Warp::exchange(least, half);
    Warp::each([&](int lane) {
      if (others[lane] < least[lane]) least[lane] = others[lane];
    });
  }
  return Warp::broadcast(least, 0);
}

// Lists the new wins of a row. `first` is the number of the row's first bit in the placement's blocks.
template <int N>
UISGE_ON_CARD void list_wins(const CardStage& stage, std::uint32_t id, std::uint32_t first, Row<N> won) {
  std::uint32_t at = Warp::take(stage.listed, static_cast<std::uint32_t>(__builtin_popcountll(won)));
  for (; won != 0 && at < kMostListedWins; won = static_cast<Row<N>>(won & (won - 1))) {
    stage.wins[at++] = std::uint64_t{id} << 32 | (first + static_cast<std::uint32_t>(__builtin_ctzll(won)));
  }
}

template <int N>
UISGE_ON_CARD void win_stage_block(const CardStage& stage, std::uint32_t id, std::uint32_t rank, std::uint32_t place) {
  const CardStep& step = stage.step;
  const std::uint32_t mover = step.tables.masks[rank];
  PerLane<LaneRows<N>> rows;
  Warp::each([&](int lane) { rows[lane] = {}; });
  add_new_losses<N>(stage, id, mover, rows);
  if (stage.wins_stuck != 0) add_stuck<N>(step, id, mover, rows);
  transpose<N>(rows);
  std::uint8_t* const block = won_blocks(step, id) + rank * block_bytes(N);
  constexpr std::uint32_t kLastRow = row_count(N) - 1;
  PerLane<std::uint32_t> count;
  PerLane<std::uint32_t> lowest;
  Warp::each([&](int lane) {
    count[lane] = 0;
    lowest[lane] = kNoBit;
    for_rows<N>(lane, rows[lane], [&](std::uint32_t row, Row<N>& bits) {
      // In the last row the opponent has only crowns, so the row's positions are not live.
      const auto wanted = static_cast<Row<N>>(row == kLastRow ? 0 : bits & kLiveColumns<N>);
      if (wanted == 0) return;
      const Row<N> before = load_row<N>(block, row);
      const auto missing = static_cast<Row<N>>(wanted & ~before);
      if (missing == 0) return;
      store_row<N>(block, row, static_cast<Row<N>>(before | missing));
      count[lane] += static_cast<std::uint32_t>(__builtin_popcountll(missing));
      const auto first = static_cast<std::uint32_t>(8 * (rank * block_bytes(N) + row * sizeof(Row<N>)));
      const std::uint32_t bit = first + static_cast<std::uint32_t>(__builtin_ctzll(missing));
      if (bit < lowest[lane]) lowest[lane] = bit;
      if (stage.wins != nullptr) list_wins<N>(stage, id, first, missing);
    });
  });
  const std::uint32_t won = sum_of(count);
  if (won == 0) return;
  Warp::store(step.last_win + id * kBlocksOfPlacement[N] + rank, step.number);
  Warp::add(stage.found + place, won);
  Warp::raise(stage.first + place, kNoBit - least_of(lowest));
}

template <int N>
UISGE_ON_CARD void lose_stage(const CardStage& stage, std::uint32_t warp) {
  for_blocks<N>(stage.step, warp, [&](std::uint32_t id, std::uint32_t rank, std::uint32_t place) {
    lose_stage_block<N>(stage, id, rank, place);
  });
}
template <int N>
UISGE_ON_CARD void win_stage(const CardStage& stage, std::uint32_t warp) {
  for_blocks<N>(stage.step, warp, [&](std::uint32_t id, std::uint32_t rank, std::uint32_t place) {
    win_stage_block<N>(stage, id, rank, place);
  });
}

// Each lane answers one question.
UISGE_ON_CARD inline void note(const CardNotes& asked, std::uint32_t warp) {
  Warp::each([&](int lane) {
    const std::uint32_t at = warp * kLanes + static_cast<std::uint32_t>(lane);
    if (at >= asked.count) return;
    const auto placement = static_cast<std::uint32_t>(asked.questions[at] >> 32);
    const auto bit = static_cast<std::uint32_t>(asked.questions[at]);
    const bool is_about_loss = at < asked.lost_count;
    asked.answers[at] = 0;
    const std::uint32_t slot = (is_about_loss ? asked.lost_slots : asked.won_slots)[placement];
    if (slot == kNoCardSlot) return;
    // If this stage has not computed the lost block of the asked position, that block has no new losses, and its slot
    // may hold another placement's blocks.
    if (is_about_loss &&
        asked.last_loss[placement * asked.blocks_per_placement + bit / asked.bits_per_block] != asked.stage) {
      return;
    }
    const std::uint8_t byte = asked.blocks[slot * asked.bytes_per_placement + bit / 8];
    asked.answers[at] = static_cast<std::uint8_t>(byte >> (bit % 8) & 1);
  });
}

}  // namespace uisge::card_kernels
