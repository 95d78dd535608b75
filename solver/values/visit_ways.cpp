#include "solver/values/visit_ways.h"

namespace uisge {

VisitWays::VisitWays(const PlacementTable& table, const VisitOrder& order, const ChangeLists& changes,
                     const ValuesOptions& options)
    : table_(table),
      order_(order),
      changes_(changes),
      passes_(options.stuck == StuckRule::kPasses),
      cost_(table.pieces(), options.only_sparse),
      ways_(order.largest_group(), VisitWay::kNone) {}

void VisitWays::choose(std::size_t group, std::uint32_t since, bool everything, SweepCounts& counts) {
  group_ = group;
  sources_.clear();
  for (const PlacementId id : order_.placements(group)) {
    const VisitWay way = everything ? VisitWay::kDense : way_for(id, since);
    ways_[order_.place_in(group, id)] = way;
    if (way == VisitWay::kNone) continue;
    sources_.push_back(id);
    ++(way == VisitWay::kDense ? counts.dense : counts.sparse);
  }
}

void VisitWays::add_sources(std::size_t group, std::uint32_t since, bool everything,
                            std::vector<PlacementId>& sources) const {
  for (const PlacementId id : order_.placements(group)) {
    if (everything || way_for(id, since) != VisitWay::kNone) sources.push_back(id);
  }
}

VisitWay VisitWays::way_for(PlacementId id, std::uint32_t since) const {
  ChangeLists::Pending pending;
  if (passes_) pending.add(changes_.pending(id, since));
  for (const Transition& move : table_.transitions(id)) pending.add(changes_.pending(move.target, since));
  return cost_.way(pending);
}

}  // namespace uisge
