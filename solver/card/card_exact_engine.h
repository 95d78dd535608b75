// The exact engine (solver/exact/exact_engine.h) on a card.
//
// The engine runs the same stages as the exact engine on processors, and finds the same distances. A step of a stage
// makes the lost blocks of a batch of placements. Then it sets the wins of every placement for which the lost blocks of
// all neighbours are made (stage_steps.h). Meanwhile the host prepares the next step. Blocks whose successors have not
// changed are skipped, and wins are looked for only among the positions with a move to a new loss. The engine uses no
// lists of positions.
//
// Not thread-safe.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "solver/card/card.h"
#include "solver/card/stage_split.h"
#include "solver/exact/exact_engine.h"

namespace uisge {

// Errors: the card refuses memory or the kernels. No later call needs more memory of the card. Throws std::bad_alloc.
// `noted` is as in ExactOptions. Its positions and all other arguments must outlive the engine.
Result<std::unique_ptr<StageRunner>> make_card_exact_engine(Card& card, const PlacementTable& table,
                                                            const StageSplit& split, StuckRule stuck,
                                                            std::span<const PositionCell> noted,
                                                            std::string_view kernels);

}  // namespace uisge
