// How a visit finds what its placements have lost: their blocks made whole, candidates from the lists of what became
// won nearby (change_lists.h), or not at all, where nothing did.
//
// Of the first two the way that is cheaper by what was measured so far. To be used from one thread, but for is_dense
// and max_listed, which the threads of a step may ask.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/placements/placement_table.h"
#include "solver/retrograde/step_cost.h"
#include "solver/values/change_lists.h"
#include "solver/values/values_engine.h"
#include "solver/values/visit_order.h"

namespace uisge {

class VisitWays {
 public:
  // Table, order and lists have to outlive it.
  VisitWays(const PlacementTable& table, const VisitOrder& order, const ChangeLists& changes,
            const ValuesOptions& options);

  // Chooses for the placements of a group, which was visited in the step `since`, and counts them. With `everything`
  // all are made whole.
  void choose(std::size_t group, std::uint32_t since, bool everything, SweepCounts& counts);
  // The placements of the group that have anything to do.
  const std::vector<PlacementId>& sources() const { return sources_; }
  bool is_dense(PlacementId id) const {
    return order_.is_in(group_, id) && ways_[order_.place_in(group_, id)] == Way::kDense;
  }
  // What the sources of a group would be if it were visited now; into a list of the caller's, behind what it holds.
  void add_sources(std::size_t group, std::uint32_t since, bool everything, std::vector<PlacementId>& sources) const;

  // A placement of which more became won makes its neighbours look at whole blocks anyway: it needs no list.
  std::uint64_t max_listed() const;

  // Takes in what was measured in a sweep.
  void learn(const StepCost& cost) { cost_.update(cost); }

 private:
  enum class Way : std::uint8_t { kNone, kDense, kSparse };
  Way way_for(PlacementId id, std::uint32_t since) const;
  double cost_of_dense() const;

  const PlacementTable& table_;
  const VisitOrder& order_;
  const ChangeLists& changes_;
  bool passes_;  // a pass is a move
  bool only_sparse_;
  StepCost cost_;
  std::size_t group_ = 0;
  std::vector<Way> ways_;  // by place in the group
  std::vector<PlacementId> sources_;
};

}  // namespace uisge
