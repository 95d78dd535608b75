#include "solver/exact/stage_schedule.h"

#include <algorithm>

namespace uisge {

namespace {

// The times at which one kind of event happens to the placements, indexed by placement. There are three kinds: a
// placement's lost blocks are made, the placement becomes ready, or it becomes done (stage_schedule.h). A time is the
// number of placements whose lost blocks have been made by then.
using Ranks = std::vector<std::uint32_t>;

// `ranks` has a time for each placement. Returns, for each placement, the latest time of it and its neighbours.
Ranks latest_nearby(const PlacementTable& table, const Ranks& ranks) {
  Ranks latest(ranks.size());
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    latest[i] = ranks[i];
    for (const Transition& move : table.transitions(placement_id(i))) {
      latest[i] = std::max(latest[i], ranks[index(move.target)]);
    }
  }
  return latest;
}

// Sorts the placements by the times in `ranks`, one per placement. count[t] gets the number of placements whose time is
// at most t.
void sort_by_rank(const Ranks& ranks, std::vector<PlacementId>& sorted, Ranks& count) {
  count.assign(ranks.size() + 2, 0);
  for (const std::uint32_t rank : ranks) ++count[rank + 1];
  for (std::size_t i = 1; i < count.size(); ++i) count[i] += count[i - 1];
  sorted.resize(ranks.size());
  // Before the loop, count[t] is the place in `sorted` of the first placement with the time t; after the loop, it is
  // the place after the last such placement.
  for (std::size_t i = 0; i < ranks.size(); ++i) sorted[count[ranks[i]]++] = placement_id(i);
  count.pop_back();
}

}  // namespace

StageSchedule::StageSchedule(const PlacementTable& table, std::vector<PlacementId> order) : order_(std::move(order)) {
  Ranks made(order_.size());
  for (std::size_t at = 0; at < order_.size(); ++at) made[index(order_[at])] = static_cast<std::uint32_t>(at + 1);
  const Ranks ready = latest_nearby(table, made);
  sort_by_rank(ready, ready_, ready_count_);
  sort_by_rank(latest_nearby(table, ready), done_, done_count_);
  for (std::size_t at = 0; at < order_.size(); ++at) window_ = std::max(window_, at + 1 - done_count_[at]);
}

}  // namespace uisge
