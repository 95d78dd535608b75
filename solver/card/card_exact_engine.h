// The exact engine (solver/exact/exact_engine.h) on a card.
//
// It runs the same stages and finds the same distances. A step of a stage makes the lost blocks of a batch and sets the
// wins of all placements that are ready by it; the host prepares the next step meanwhile. Blocks are skipped whose
// successors have not changed, and wins are pulled from new losses alone. There are no lists of positions.
//
// Not thread-safe.
#pragma once

#include <memory>
#include <string_view>

#include "solver/card/card.h"
#include "solver/card/stage_split.h"
#include "solver/exact/exact_engine.h"

namespace uisge {

// Errors: the card refuses memory or the kernels. No later call needs more memory of the card. Throws std::bad_alloc.
// All arguments but the options must outlive the engine, and the noted cells too. Of the options, the rule and the
// noted cells count.
Result<std::unique_ptr<StageRunner>> make_card_exact_engine(Card& card, const PlacementTable& table,
                                                            const StageSplit& split, const ExactOptions& options,
                                                            std::string_view kernels);

}  // namespace uisge
