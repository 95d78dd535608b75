#include "solver/exact/stage_schedule.h"

#include <algorithm>

namespace uisge {

namespace {

// When something happens to each placement: its lost blocks are made, it becomes ready, or it becomes done
// (stage_schedule.h). A time is the number of placements whose lost blocks have been made by then.
using TimeOfPlacement = std::vector<std::uint32_t>;

// Returns, for each placement, the latest time of it and its neighbours.
TimeOfPlacement latest_nearby(const PlacementTable& table, const TimeOfPlacement& times) {
  TimeOfPlacement latest(times.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    latest[i] = times[i];
    for (const Transition& move : table.transitions(placement_id(i))) {
      latest[i] = std::max(latest[i], times[index(move.target)]);
    }
  }
  return latest;
}

// Sorts the placements by their times. count[t] gets the number of placements whose time is at most t.
void sort_by_time(const TimeOfPlacement& times, std::vector<PlacementId>& sorted, std::vector<std::uint32_t>& count) {
  count.assign(times.size() + 2, 0);
  for (const std::uint32_t time : times) ++count[time + 1];
  for (std::size_t i = 1; i < count.size(); ++i) count[i] += count[i - 1];
  sorted.resize(times.size());
  // Before the loop, count[t] is the place in `sorted` of the first placement with the time t; after the loop, it is
  // the place after the last such placement.
  for (std::size_t i = 0; i < times.size(); ++i) sorted[count[times[i]]++] = placement_id(i);
  count.pop_back();
}

}  // namespace

StageSchedule::StageSchedule(const PlacementTable& table, std::vector<PlacementId> order) : order_(std::move(order)) {
  TimeOfPlacement made(order_.size());
  for (std::size_t at = 0; at < order_.size(); ++at) made[index(order_[at])] = static_cast<std::uint32_t>(at + 1);
  const TimeOfPlacement ready = latest_nearby(table, made);
  sort_by_time(ready, ready_, ready_count_);
  sort_by_time(latest_nearby(table, ready), done_, done_count_);
  for (std::size_t at = 0; at < order_.size(); ++at) window_ = std::max(window_, at + 1 - done_count_[at]);
}

}  // namespace uisge
