#include "db/position_cell.h"

#include "core/placement.h"
#include "db/position_classes.h"

namespace uisge {

std::optional<PositionCell> find_cell(const Board& board, std::span<const SquareSet> placements,
                                      const Colourings& colourings, const Position& position) {
  const auto [occupied_bb, symmetry] = canonical_placement(board, position.occupied_bb());
  const auto placement = find_placement(placements, occupied_bb);
  if (!placement) return std::nullopt;
  const SquareSet mover_bb = board.image(symmetry, position.mover_bb());
  const SquareSet opponent_bb = occupied_bb - mover_bb;
  const SquareSet crowns_bb = board.image(symmetry, position.crowns_bb());
  const ColouringRank rank = colourings.rank(extract(mover_bb, occupied_bb));
  const unsigned mover_crowns = extract(crowns_bb & mover_bb, mover_bb);
  const unsigned opponent_crowns = extract(crowns_bb & opponent_bb, opponent_bb);
  return cell_at(*placement, position_index(colourings.pieces(), rank, opponent_crowns, mover_crowns));
}

std::optional<PositionCell> find_class_cell(const Board& board, std::span<const SquareSet> placements,
                                            const Colourings& colourings, const Position& position) {
  const auto found = find_cell(board, placements, colourings, position);
  if (!found) return std::nullopt;
  const SquareSet occupied_bb = placements[found->placement];
  if (stabiliser(board, occupied_bb).size() == 1) return found;
  PositionClasses classes(board, colourings.pieces());
  classes.enter(occupied_bb);
  return cell_at(found->placement, classes.representative(found->index));
}

Position position_at(const Board& board, const Colourings& colourings, SquareSet occupied_bb, std::uint32_t index) {
  const IndexParts parts = index_parts(colourings.pieces(), index);
  const SquareSet mover_bb = deposit(colourings.mask(parts.rank), occupied_bb);
  const SquareSet opponent_bb = occupied_bb - mover_bb;
  const SquareSet crowns_bb = deposit(parts.mover_crowns, mover_bb) | deposit(parts.opponent_crowns, opponent_bb);
  return Position::unchecked(board.size(), mover_bb, opponent_bb, crowns_bb, Side::kWhite);
}

}  // namespace uisge
