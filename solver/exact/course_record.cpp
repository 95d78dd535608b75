#include "solver/exact/course_record.h"

namespace uisge {

void CourseRecord::begin(std::uint64_t won) {
  ++courses_;
  won_ = won;
  lost_ = 0;
  if (won != 0) won_within_.push_back({0, won});
}

void CourseRecord::add(const StageCounts& counts) {
  won_ += counts.won;
  lost_ += counts.lost;
  won_within_.push_back({counts.won_within, won_});
  lost_within_.push_back({counts.lost_within, lost_});
  if (!counts.example) return;
  examples_.push_back({counts.won != 0 ? counts.won_within : counts.lost_within, *counts.example});
}

// Element d of the result is the number of positions that are decided within d plies. If `bounds` has no count for d
// plies, element d equals the element before.
std::vector<std::uint64_t> CourseRecord::cumulated(const std::vector<Within>& bounds, std::size_t size) {
  std::vector<std::uint64_t> within(size, 0);
  for (const Within& bound : bounds) {
    if (bound.plies < size) within[bound.plies] = std::max(within[bound.plies], bound.count);
  }
  for (std::size_t d = 1; d < size; ++d) within[d] = std::max(within[d], within[d - 1]);
  return within;
}

std::vector<DistanceCounts> CourseRecord::by_distance(Plies limit) const {
  std::size_t size = 0;
  for (const auto& bounds : {won_within_, lost_within_}) {
    for (const Within& bound : bounds) size = std::max(size, std::size_t{bound.plies} + 1);
  }
  size = std::min(size, std::size_t{limit} + 1);
  const std::vector<std::uint64_t> won = cumulated(won_within_, size);
  const std::vector<std::uint64_t> lost = cumulated(lost_within_, size);
  std::vector<DistanceCounts> counts(size);
  for (std::size_t d = 0; d < size; ++d) {
    counts[d] = {won[d] - (d == 0 ? 0 : won[d - 1]), lost[d] - (d == 0 ? 0 : lost[d - 1])};
  }
  while (!counts.empty() && counts.back() == DistanceCounts{}) counts.pop_back();
  return counts;
}

std::optional<PositionCell> CourseRecord::example(Plies longest) const {
  // If there are two courses, the positions that a stage finds within d plies have distance d or d - 1. No position has
  // a distance of `longest` + 1 plies. So the stage with the bound longest + 1 has found only positions of the longest
  // distance.
  const int within = longest + (courses_ - 1);
  std::optional<PositionCell> first;
  for (const Example& example : examples_) {
    if (example.within == within && (!first || example.cell < *first)) first = example.cell;
  }
  return first;
}

}  // namespace uisge
