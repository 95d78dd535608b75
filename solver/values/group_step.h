// A step of the values engine: finds which positions of one group of placements are lost, and which positions are won
// because of these losses.
//
// A placement of the group is a *source* if a neighbour (a placement one move away) has new wins since the group's last
// step. The step finds the lost positions of a source in one of two ways. For a *dense* source the step computes whole
// blocks: from the won blocks of the successors it makes the source's lost blocks, in a buffer. If the neighbours of a
// source have few new wins, the source is *sparse*, and the step uses lists (change_lists.h). The predecessors of the
// new wins are candidates, and a candidate is lost if all its successors are won. Then the step sets the wins of every
// *target* (a placement with a move to a source): all positions with a move to a lost position of a source.
//
// The step works on several placements in parallel. Several threads may call decided(); use all other functions from
// one thread. Memory: a buffer for the blocks of the largest group, the lists of lost positions, and 9 bytes per
// placement.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/outcome.h"
#include "solver/blocks/plane_counts.h"
#include "solver/placements/placement_table.h"
#include "solver/values/values_engine.h"
#include "solver/values/visit_order.h"
#include "solver/values/won_plane.h"

namespace uisge {

class GroupStep {
 public:
  // Throws std::bad_alloc. The table, the plane and the order of visits must outlive the object.
  static std::unique_ptr<GroupStep> create(const PlacementTable& table, WonPlane& plane, const VisitOrder& order,
                                           const ValuesOptions& options);
  virtual ~GroupStep() = default;

  // Begins a group: chooses its sources, and whether each source is computed densely or sparsely. Adds the numbers of
  // dense and sparse sources to `counts`. If `everything` is set, all placements of the group are dense sources.
  virtual void choose(std::size_t group, bool everything, SweepCounts& counts) = 0;
  // The chosen sources. The step touches the tiles of the sources and of their neighbours.
  virtual const std::vector<PlacementId>& sources() const = 0;
  // Runs the step. Returns the number of positions that became won (mirrored and rotated copies count separately), or
  // nothing if the step was cancelled. If `tallies` is not null, it has one element per thread; each thread adds the
  // counts of its sources' positions to its own element. REQUIRES: all tiles that the step touches are pinned.
  virtual std::optional<std::uint64_t> run(const std::atomic<bool>* cancel, std::vector<PlaneCounts>* tallies) = 0;

  // Appends the placements that would be the group's sources if the next step handled this group.
  virtual void add_sources(std::size_t group, bool everything, std::vector<PlacementId>& sources) const = 0;
  // Updates the estimated costs of the dense and the sparse way with the measurements since the last call.
  virtual void learn() = 0;
  // The value of options.start, once that position is known to be won or lost.
  virtual std::optional<Outcome> start_outcome() const = 0;

  // As ValuesEngine::decided. REQUIRES: the tiles of the placement and of its neighbours are pinned.
  virtual DecidedBlocks decided(std::size_t thread, PlacementId id) = 0;
};

}  // namespace uisge
