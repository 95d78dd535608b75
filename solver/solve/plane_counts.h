// The counts of a board from planes, a placement at a time: raw and canonical live positions, without distances.
//
// One object per thread and merge at the end: sums, so the result does not depend on who counted what.
#pragma once

#include <cstdint>

#include "core/colouring.h"
#include "db/label_statistics.h"
#include "db/position_classes.h"
#include "solver/placements/placement_table.h"

namespace uisge {

class PlaneCounts {
 public:
  // The table must outlive it.
  explicit PlaneCounts(const PlacementTable& table);
  // The placement's won and lost blocks, in order of colouring rank (solver/kernel/block_shape.h). Positions that are
  // not live do not count.
  void add(PlacementId id, const std::uint64_t* won, const std::uint64_t* lost);
  // The same of a placement whose live positions were counted elsewhere. REQUIRES: no symmetry maps it onto itself.
  void add_counted(PlacementId id, std::uint64_t won, std::uint64_t lost);
  void merge(const PlaneCounts& other);
  // Nothing but `raw` and `canonical`.
  LabelSummary summary() const;

 private:
  template <int N>
  void add_blocks(PlacementId id, const std::uint64_t* won, const std::uint64_t* lost);
  // Of one block of the placement entered, whose positions are `all`: those that represent their classes.
  template <int N>
  OutcomeCounts representatives(ColouringRank rank, const OutcomeCounts& all, const std::uint64_t* won,
                                const std::uint64_t* lost);

  const PlacementTable* table_;
  PositionClasses classes_;
  OutcomeCounts raw_;
  OutcomeCounts canonical_;
};

}  // namespace uisge
