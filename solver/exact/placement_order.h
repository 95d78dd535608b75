// Orders in which a stage of an exact solve goes over the placements. With a good order the stage keeps few lost blocks
// at a time, that is, its window is small (stage_schedule.h).
//
// The best orders that we know begin with a breadth-first order of the graph of moves (Cuthill and McKee, "Reducing the
// bandwidth of sparse symmetric matrices", 1969), from the placement that lies nearest to one side of the board. Then
// the order is smoothed, in a few rounds by Smoothing::kMean and in more rounds by Smoothing::kMiddle. On 7x6 with six
// a side, this order needs a window of 21 % of all placements. The order of the file needs 46 %. docs/lab/exact.md
// compares other orders.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/exact/stage_schedule.h"
#include "solver/placements/placement_table.h"

namespace uisge {

std::vector<PlacementId> order_of_table(const PlacementTable& table);

// The placements in breadth-first order from `root`. A placement's neighbours come in ascending order of their numbers
// of moves. Placements that no moves connect with `root` come last. Deterministic; takes about 20 ns per move.
std::vector<PlacementId> breadth_first_order(const PlacementTable& table, PlacementId root);

// A round of smoothing moves each placement half of the way to a target. kMean: the target is the mean of the
// neighbours' places. kMiddle: consider the places of the placement and of its neighbours; the target is the middle
// between the first and the last of them.
enum class Smoothing : std::uint8_t { kMean, kMiddle };
// Runs one round of smoothing: computes a new place for every placement from the places in `order`, and returns the
// placements sorted by their new places. Deterministic.
std::vector<PlacementId> smoothed_order(const PlacementTable& table, const std::vector<PlacementId>& order,
                                        Smoothing smoothing);

// Tries several orders: that of the table, breadth-first orders, and the best of these after each of some rounds of
// smoothed_order(). Returns the schedule with the smallest window (stage_schedule.h). Takes about four seconds for the
// real game.
StageSchedule best_schedule(const PlacementTable& table);

}  // namespace uisge
