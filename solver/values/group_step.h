// A step of the values engine: what the placements of one group have lost, and who wins by it.
//
// The lost blocks of the *sources*, those placements of the group near which something became won since its last step,
// are worked out from their successors' won blocks, into a buffer; then every placement with a move to one of them, a
// *target*, takes from the buffer what it has won, in place. Sources near which little became won take that from lists
// (change_lists.h): the predecessors are candidates for lost, whose successors are looked up one by one, and the
// predecessors of the lost ones are won.
//
// Parallel over placements; to be used from one thread but for `decided`. Memory: a block buffer for the largest group,
// the lists, and 9 bytes per placement besides.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/outcome.h"
#include "solver/placements/placement_table.h"
#include "solver/solve/plane_counts.h"
#include "solver/values/values_engine.h"
#include "solver/values/visit_order.h"
#include "solver/values/won_plane.h"

namespace uisge {

class GroupStep {
 public:
  // Throws std::bad_alloc. Table, plane and order have to outlive it.
  static std::unique_ptr<GroupStep> create(const PlacementTable& table, WonPlane& plane, const VisitOrder& order,
                                           const ValuesOptions& options);
  virtual ~GroupStep() = default;

  // The next step is this group's: chooses its sources and how each is worked out, and counts them. With `everything`
  // that is all of the group, whole.
  virtual void choose(std::size_t group, bool everything, SweepCounts& counts) = 0;
  // What was chosen. The step touches their tiles and those of their neighbours.
  virtual const std::vector<PlacementId>& sources() const = 0;
  // Takes the step: how many raw positions became won, or nothing if it was cancelled. What the sources hold is counted
  // in `tallies`, one per thread, unless there are none. REQUIRES: all that it touches is pinned.
  virtual std::optional<std::uint64_t> run(const std::atomic<bool>* cancel, std::vector<PlaneCounts>* tallies) = 0;

  // What the sources of a group would be if its step were next; into a list of the caller's, behind what it holds.
  virtual void add_sources(std::size_t group, bool everything, std::vector<PlacementId>& sources) const = 0;
  // Takes in what was measured since the last call.
  virtual void learn() = 0;
  // The value of the position that the options name, as soon as it is a win or a loss.
  virtual std::optional<Outcome> start_outcome() const = 0;

  // As ValuesEngine::decided. REQUIRES: the placement and its neighbours are pinned.
  virtual DecidedBlocks decided(std::size_t thread, PlacementId id) = 0;
};

}  // namespace uisge
