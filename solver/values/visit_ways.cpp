#include "solver/values/visit_ways.h"

#include <algorithm>

#include "core/colouring.h"

namespace uisge {

namespace {

// A placement whose blocks are made whole makes its neighbours take whole blocks too. So lists may cost this many times
// as much as its own blocks.
constexpr double kDenseSurcharge = 2.5;

}  // namespace

VisitWays::VisitWays(const PlacementTable& table, const VisitOrder& order, const ChangeLists& changes,
                     const ValuesOptions& options)
    : table_(table),
      order_(order),
      changes_(changes),
      passes_(options.stuck == StuckRule::kPasses),
      only_sparse_(options.only_sparse),
      ways_(order.largest_group(), Way::kNone) {}

void VisitWays::choose(std::size_t group, std::uint32_t since, bool everything, SweepCounts& counts) {
  group_ = group;
  sources_.clear();
  for (const PlacementId id : order_.placements(group)) {
    const Way way = everything ? Way::kDense : way_for(id, since);
    ways_[order_.place_in(group, id)] = way;
    if (way == Way::kNone) continue;
    sources_.push_back(id);
    ++(way == Way::kDense ? counts.dense : counts.sparse);
  }
}

void VisitWays::add_sources(std::size_t group, std::uint32_t since, bool everything,
                            std::vector<PlacementId>& sources) const {
  for (const PlacementId id : order_.placements(group)) {
    if (everything || way_for(id, since) != Way::kNone) sources.push_back(id);
  }
}

VisitWays::Way VisitWays::way_for(PlacementId id, std::uint32_t since) const {
  ChangeLists::Pending pending;
  if (passes_) pending.add(changes_.pending(id, since));
  for (const Transition& move : table_.transitions(id)) pending.add(changes_.pending(move.target, since));
  if (pending.empty()) return Way::kNone;
  if (pending.is_unlisted) return Way::kDense;
  if (only_sparse_) return Way::kSparse;
  return cost_.sparse(static_cast<double>(pending.states)) < cost_of_dense() ? Way::kSparse : Way::kDense;
}

double VisitWays::cost_of_dense() const {
  return kDenseSurcharge * cost_.dense(static_cast<double>(colouring_count(table_.pieces())));
}

std::uint64_t VisitWays::max_listed() const {
  if (only_sparse_) return changes_.room();
  return std::min(changes_.room(), static_cast<std::uint64_t>(cost_of_dense() / cost_.sparse(1)));
}

}  // namespace uisge
