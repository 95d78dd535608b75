// Counts the won, lost and drawn live positions of a board, placement by placement, from its two planes: one plane has
// the bits of won positions, the other has the bits of lost positions. There are two sums: raw (all positions) and
// canonical (one position of each class under the board's symmetries).
//
// Use one object per thread and merge the objects at the end. The result does not depend on the number of threads.
#pragma once

#include <cstdint>

#include "core/colouring.h"
#include "db/label_statistics.h"
#include "db/position_classes.h"
#include "solver/placements/placement_table.h"

namespace uisge {

class PlaneCounts {
 public:
  // The table must outlive the object.
  explicit PlaneCounts(const PlacementTable& table);
  // Counts the won, lost and drawn positions of a placement. `won` and `lost` are the placement's blocks of won and of
  // lost positions, in order of colouring rank (solver/kernel/block_shape.h). Positions in which a side has only crowns
  // are not counted.
  void add(PlacementId id, const std::uint64_t* won, const std::uint64_t* lost);
  // Adds a placement whose live positions were counted elsewhere. REQUIRES: no symmetry besides the identity maps the
  // placement onto itself.
  void add_counted(PlacementId id, std::uint64_t won, std::uint64_t lost);
  void merge(const PlaneCounts& other);
  // Sets only `raw` and `canonical` in the summary.
  LabelSummary summary() const;

 private:
  template <int N>
  void add_blocks(PlacementId id, const std::uint64_t* won, const std::uint64_t* lost);
  // Counts those positions of one block of the current placement that represent their classes. `all` has the counts of
  // all live positions of the block.
  template <int N>
  OutcomeCounts representatives(ColouringRank rank, const OutcomeCounts& all, const std::uint64_t* won,
                                const std::uint64_t* lost);

  const PlacementTable* table_;
  PositionClasses classes_;
  OutcomeCounts raw_;
  OutcomeCounts canonical_;
};

}  // namespace uisge
