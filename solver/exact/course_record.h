// Converts the counts of the stages of an exact solve (exact_engine.h) to counts by distance.
//
// A stage counts the positions that are won or lost *within* some plies. An exact solve has one or two series of
// stages, called courses. Under `wins` the first course has a count for every second number of plies, and the second
// course for the numbers between. Under the other stuck rules there is only one course. The positions of distance d are
// those that are decided within d plies and not within d - 1.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/outcome.h"
#include "db/label_code.h"
#include "db/label_statistics.h"
#include "solver/exact/exact_engine.h"

namespace uisge {

// Combines the labels that two courses give a position. A label is kDrawCode if its course has found the position
// neither won nor lost. Otherwise it has an upper bound of the distance, and the smaller of the two bounds is the
// distance.
constexpr LabelCode closer_label(LabelCode a, LabelCode b) {
  if (a == kDrawCode || b == kDrawCode) return std::max(a, b);
  return std::min(a, b);
}

class CourseRecord {
 public:
  // Begins a course of stages. `won`: the number of positions that are won in 0 plies.
  void begin(std::uint64_t won);
  void add(const StageCounts& counts);

  // Returns the counts by distance up to `limit`, without zeros at the end. REQUIRES: every course (series of stages)
  // that the stuck rule needs has run to its end, or at least up to `limit`.
  std::vector<DistanceCounts> by_distance(Plies limit) const;
  // Returns the first position with the distance `longest` among those that the stages named. Positions are ordered by
  // placement, then by index. Returns nothing if no such position is known. REQUIRES: if there are two courses, both
  // have run to their end.
  std::optional<PositionCell> example(Plies longest) const;

 private:
  struct Within {
    Plies plies;
    std::uint64_t count;
  };
  struct Example {
    Plies within;
    PositionCell cell;
  };
  static std::vector<std::uint64_t> cumulated(const std::vector<Within>& bounds, std::size_t size);

  Plies courses_ = 0;
  std::uint64_t won_ = 0;  // wins that the running course has found so far
  std::uint64_t lost_ = 0;
  std::vector<Within> won_within_;
  std::vector<Within> lost_within_;
  std::vector<Example> examples_;
};

}  // namespace uisge
