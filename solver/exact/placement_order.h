// Orders of the placements for stages with a small window (stage_schedule.h).
//
// The best ones found so far begin breadth first over the graph of moves (Cuthill and McKee, "Reducing the bandwidth of
// sparse symmetric matrices", 1969) from the placement that lies nearest to one side of the board. Then each placement
// moves half of the way to the mean of its neighbours, a few times, and to the middle of its neighbourhood, again and
// again. On 7x6 with six a side 21 % of all
// placements are in the window then; in the order of the file it is 46 %. docs/lab/exact.md has others.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/exact/stage_schedule.h"
#include "solver/placements/placement_table.h"

namespace uisge {

std::vector<PlacementId> order_of_table(const PlacementTable& table);

// Breadth first from a placement; neighbours of few moves come first. Parts of the graph that are not connected with it
// follow. Deterministic; some 20 ns per move.
std::vector<PlacementId> breadth_first_order(const PlacementTable& table, PlacementId root);

// Where a placement moves to: half of the way to the mean of its neighbours' places in the order, or to the middle
// between the first and the last place of its neighbourhood.
enum class Smoothing : std::uint8_t { kMean, kMiddle };
// Sorts the placements by the places that they move to. Deterministic.
std::vector<PlacementId> smoothed_order(const PlacementTable& table, const std::vector<PlacementId>& order,
                                        Smoothing smoothing);

// The schedule with the smallest window among those of such orders. Three seconds for the real game.
StageSchedule best_schedule(const PlacementTable& table);

}  // namespace uisge
