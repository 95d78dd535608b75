// Lists of recently decided positions, by placement. A sparse step reads these lists (placement_step.h).
#pragma once

#include <span>
#include <vector>

#include "solver/blocks/piece_state.h"
#include "solver/placements/placement_table.h"

namespace uisge {

class StateLists {
 public:
  // Appends the placement's lists of positions, except empty lists. An implementation must not change the lists while a
  // step reads them.
  virtual void append_lists(PlacementId id, std::vector<std::span<const PieceState>>& lists) const = 0;

 protected:
  ~StateLists() = default;
};

}  // namespace uisge
