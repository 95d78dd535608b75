// Looks for unsupported wins in a plane: positions that are marked as won although no move wins. A solve never
// writes unsupported wins, but a forged or damaged plane file may have them.
//
// Sweeps only add wins. So a false win in the file stays, and further false wins and losses follow from it. The check
// counts a position as lost if the rules say so or if, in the plane, all its successors are won. A win is supported if
// a successor is lost or, under `wins`, the mover is stuck. The check does not find false wins and losses that support
// each other in a cycle; values alone cannot tell these from true wins and losses (docs/verification.md).
//
// The check takes as long as four to eight sweeps over all placements, since it goes over batches of placements, and
// computes the losses of a placement again for each batch that has the placement or one of its neighbours. Parallel
// over placements with OpenMP.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/error.h"
#include "solver/placements/placement_table.h"
#include "solver/values/values_engine.h"
#include "solver/values/won_plane.h"

namespace uisge {

// The least number of placements for whose lost blocks the check needs memory: the most that a placement and the
// targets of its moves can be.
std::size_t placements_in_win_check(const PlacementTable& table);

// Returns the number of unsupported wins (mirrored and rotated copies count separately). Uses these options: rules,
// instructions, threads, the order of visits, and the size of a group, which determines the memory for lost blocks.
// Uses only the callbacks `progress` and `cancel`. Errors: those of reading the plane; kInterrupted. Throws
// std::bad_alloc. REQUIRES: the plane has been swept over all placements at least once. In a plane that later sweeps
// would change, a true win counts as unsupported if the wins from which it follows were lost with a damaged tile.
Result<std::uint64_t> unsupported_wins(const PlacementTable& table, WonPlane& plane, const ValuesOptions& options,
                                       const SweepCallbacks& callbacks);

}  // namespace uisge
