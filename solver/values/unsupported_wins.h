// Looks for wins of a settled plane that no move wins: what a plane file may hold that no solve has written.
//
// Sweeps only ever add wins, so a false one that was in the file stays, and what it makes lost elsewhere is false as
// well. Here each win is held against the losses that follow from the plane: one of its successors has to be lost, or
// under `wins` the mover stuck. What is left are wins and losses that support each other in a circle, which values
// alone cannot tell from true ones (docs/values.md).
//
// The losses of a placement are made once for each batch of its neighbours, some four to eight times in all, so this
// takes as long as that number of sweeps over everything. Parallel over placements with OpenMP.
#pragma once

#include <cstdint>

#include "core/error.h"
#include "solver/placements/placement_table.h"
#include "solver/values/values_engine.h"
#include "solver/values/won_plane.h"

namespace uisge {

// How many raw positions these are. Of the options it takes rules, instructions, threads, the order of the visits and,
// for the memory that holds lost blocks, the size of a group. Of the callbacks, progress and cancel. Errors: those of
// reading; kInterrupted. Throws std::bad_alloc. REQUIRES: the plane is a fixpoint.
Result<std::uint64_t> unsupported_wins(const PlacementTable& table, WonPlane& plane, const ValuesOptions& options,
                                       const SweepCallbacks& callbacks);

}  // namespace uisge
