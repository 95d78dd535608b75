#include "solver/extract/live_totals.h"

#include "db/position_cell.h"
#include "db/position_classes.h"

namespace uisge {

LiveTotals live_totals(const Board& board, std::span<const SquareSet> placements, int pieces) {
  PositionClasses classes(board, pieces);
  const auto indices = static_cast<std::uint32_t>(positions_per_block(pieces));
  std::uint64_t in_block = 0;
  for (std::uint32_t at = 0; at < indices; ++at) in_block += is_live_index(pieces, at) ? 1U : 0U;
  LiveTotals totals;
  for (const SquareSet occupied_bb : placements) {
    classes.enter(occupied_bb);
    totals.raw += classes.weight() * in_block * classes.colourings().count();
    for (const ColouringRank rank : classes.colourings().ranks()) {
      if (classes.has_symmetry()) classes.enter_block(rank);
      if (classes.has_symmetry() && !classes.is_least_block()) continue;
      if (!classes.has_symmetry() || !classes.is_block_kept()) {
        totals.canonical += in_block;
        continue;
      }
      for (std::uint32_t at = 0; at < indices; ++at) {
        if (is_live_index(pieces, at) && classes.is_representative(at)) ++totals.canonical;
      }
    }
  }
  return totals;
}

}  // namespace uisge
