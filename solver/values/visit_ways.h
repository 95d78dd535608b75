// Chooses how a visit finds the lost positions of each placement: by whole blocks (dense), by candidates from lists
// (sparse, change_lists.h), or not at all if no neighbour has new wins.
//
// Chooses the dense or the sparse way by the costs measured so far. During a step (the computation of one group,
// values_engine.h) any thread may call is_dense and max_listed; only one thread may call the other functions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "solver/placements/placement_table.h"
#include "solver/values/change_lists.h"
#include "solver/values/values_engine.h"
#include "solver/values/visit_cost.h"
#include "solver/values/visit_order.h"

namespace uisge {

class VisitWays {
 public:
  // The table, the order of visits and the lists must outlive the object.
  VisitWays(const PlacementTable& table, const VisitOrder& order, const ChangeLists& changes,
            const ValuesOptions& options);

  // Chooses a VisitWay for each placement of a group, and adds to `counts` how many placements are visited in each way.
  // `since` is the step in which the group was last visited. If `everything` is set, all placements are visited in the
  // dense way.
  void choose(std::size_t group, std::uint32_t since, bool everything, SweepCounts& counts);
  // The placements of the group that are not skipped.
  const std::vector<PlacementId>& sources() const { return sources_; }
  bool is_dense(PlacementId id) const {
    return order_.is_in(group_, id) && ways_[order_.place_in(group_, id)] == VisitWay::kDense;
  }
  // Appends the placements that sources() would return if the group were visited now.
  void add_sources(std::size_t group, std::uint32_t since, bool everything, std::vector<PlacementId>& sources) const;

  // The greatest useful length of a list: a longer list is of no use (VisitCost::max_listed), or there is no room for
  // it.
  std::uint64_t max_listed() const { return std::min(changes_.room(), cost_.max_listed()); }

  void learn(const StepCost& cost) { cost_.learn(cost); }

 private:
  VisitWay way_for(PlacementId id, std::uint32_t since) const;

  const PlacementTable& table_;
  const VisitOrder& order_;
  const ChangeLists& changes_;
  bool passes_;  // whether a stuck side passes
  VisitCost cost_;
  std::size_t group_ = 0;
  std::vector<VisitWay> ways_;  // by place in the group
  std::vector<PlacementId> sources_;
};

}  // namespace uisge
