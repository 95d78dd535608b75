// The counts of a finished solve from its planes, for solves that keep no labels.
#pragma once

#include <span>

#include "db/label_statistics.h"
#include "solver/retrograde/retrograde.h"

namespace uisge {

// Raw and canonical counts of live positions; the caller adds what depends on distances. Visits the planes once, in
// parallel, and counts the chunks that the engine decides itself.
LabelSummary summarise_planes(const PlacementTable& table, const RetrogradeEngine& engine, std::size_t threads);

}  // namespace uisge
