#include "solver/card/stage_split.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/colouring.h"
#include "solver/blocks/plane.h"
#include "solver/card/block_slots.h"
#include "solver/card/card_error.h"
#include "solver/card/card_split.h"
#include "solver/card/stage_launch.h"
#include "solver/units.h"

namespace uisge {

namespace {

// A step makes the lost blocks of 1 / kStepShare of all placements.
constexpr std::size_t kStepShare = 128;

// The greatest number of questions about noted positions in any step.
std::size_t most_questions(const PlacementTable& table, const std::vector<StageSteps>& directions,
                           std::span<const PositionCell> noted) {
  std::vector<std::uint32_t> of_placement(table.size(), 0);
  for (const PositionCell& cell : noted) ++of_placement[cell.placement];
  const auto count = [&](std::span<const PlacementId> placements) {
    std::size_t sum = 0;
    for (const PlacementId id : placements) sum += of_placement[index(id)];
    return sum;
  };
  std::size_t most = 0;
  for (const StageSteps& steps : directions) {
    for (std::size_t step = 0; step < steps.steps(); ++step) {
      most = std::max(most, count(steps.made(step)) + count(steps.ready(step)));
    }
  }
  return most;
}

}  // namespace

Result<StageSplit> split_stages(const PlacementTable& table, const StageSchedule& schedule, const StageRoom& room) {
  StageSplit split;
  split.batch = room.batch.value_or(std::max<std::size_t>(1, table.size() / kStepShare));
  std::vector<PlacementId> order(schedule.order().begin(), schedule.order().end());
  split.directions.emplace_back(table, order, split.batch);
  std::ranges::reverse(order);
  split.directions.emplace_back(table, order, split.batch);
  std::size_t least_slots = 0;
  for (const StageSteps& steps : split.directions) {
    split.window = std::max(split.window, steps.window());
    split.placements_at_once = std::max(split.placements_at_once, steps.largest_step());
    least_slots = std::max(least_slots, steps.least_slots());
  }
  split.questions_at_once = most_questions(table, split.directions, room.noted);
  const std::uint64_t questions = 2 * split.questions_at_once * StageLaunch::kBytesPerQuestion;
  split.fixed_bytes =
      StageLaunch::card_bytes(table, split.placements_at_once) + questions + card_driver_bytes(room.card_bytes);
  const std::uint64_t bytes = Plane::bytes_for(1, table.pieces());
  const std::uint64_t left = room.card_bytes - std::min(room.card_bytes, split.fixed_bytes);
  split.card_slots = std::min<std::uint64_t>(left / bytes, table.size() + split.window);
  if (split.card_slots < least_slots) {
    return card_error(fmt::format("card: {} of its memory are needed for exact distances, {} can be had",
                                  format_size(split.fixed_bytes + least_slots * bytes), format_size(room.card_bytes)));
  }
  for (const StageSteps& steps : split.directions) {
    split.host_slots = std::max(split.host_slots, steps.slots_beside(split.card_slots));
  }
  split.card_bytes = split.fixed_bytes + split.card_slots * bytes;
  split.pinned_bytes = split.host_slots * bytes + questions;
  if (split.pinned_bytes > room.pinned_bytes) {
    return card_error(fmt::format("card: exact distances need {} of pinned memory beside {} of the card, {} can be had",
                                  format_size(split.pinned_bytes), format_size(split.card_bytes),
                                  format_size(room.pinned_bytes)));
  }
  if (split.host_slots == 0) {
    split.directions.pop_back();
  } else {
    split.copied_bytes_per_stage =
        copies_per_stage(table.size(), split.directions, split.card_slots, split.host_slots) * bytes;
  }
  return split;
}

double stage_seconds(const StageSplit& split, const PlacementTable& table, int multiprocessors) {
  return std::max(sweep_seconds(table, multiprocessors),
                  static_cast<double>(split.copied_bytes_per_stage) / kUsualBusBytesPerSecond);
}

}  // namespace uisge
