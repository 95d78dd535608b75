// Decides how the blocks of an exact solve are divided between a card and main memory.
//
// The card keeps all lost blocks, and the won blocks that the current steps need. The card also keeps as many other won
// blocks as fit. The won blocks that do not fit lie in pinned memory. No block lies in both memories (block_slots.h).
// Card and main memory together need room for the plane, for the lost blocks that are needed at the same time, and for
// copies: 1.25 planes for the real game. For the real game the card alone must have room for at least 0.47 planes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/error.h"
#include "db/position_cell.h"
#include "solver/card/stage_steps.h"
#include "solver/exact/stage_schedule.h"

namespace uisge {

struct StageRoom {
  std::uint64_t card_bytes = 0;           // free on the card
  std::uint64_t pinned_bytes = 0;         // of main memory
  std::optional<std::size_t> batch = {};  // placements per step; if not set, a 128th of all
  std::span<const PositionCell> noted = {};
};

struct StageSplit {
  std::vector<StageSteps>
      directions;  // one element: all stages go forwards; two: stages go forwards and backwards in turn
  std::size_t batch = 1;
  std::size_t card_slots = 0;  // placements whose won or lost blocks fit on the card at a time
  std::size_t host_slots = 0;  // placements whose won blocks fit in main memory at a time
  std::size_t window = 0;      // the greatest number of placements whose lost blocks are kept at once
  std::size_t placements_at_once = 0;
  std::size_t questions_at_once = 0;

  std::uint64_t fixed_bytes = 0;  // memory on the card for the driver and for StageLaunch (stage_launch.h)
  std::uint64_t card_bytes = 0;   // all memory on the card
  std::uint64_t pinned_bytes = 0;
  // The bytes that a stage over all placements copies to the card. The same number of bytes is copied back from the
  // card.
  std::uint64_t copied_bytes_per_stage = 0;
};

// Errors: resource, with the needed and the available bytes. The call takes a second for the real game.
Result<StageSplit> split_stages(const PlacementTable& table, const StageSchedule& schedule, const StageRoom& room);

// The estimated time of a stage over all placements, from the measured rates of one card (docs/gpu.md).
// `multiprocessors` is as for sweep_seconds().
double stage_seconds(const StageSplit& split, const PlacementTable& table, int multiprocessors);

}  // namespace uisge
