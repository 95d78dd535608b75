#include "db/drawn_positions.h"

#include "db/verification.h"

namespace uisge {

namespace {

// A losing move loses at once if the game is over within kAtOnce plies, the move included.
constexpr Plies kAtOnce = 2;

MoveCounts counts_of(const Analysis& analysis) {
  MoveCounts counts{.all = static_cast<std::uint32_t>(analysis.moves.size())};
  for (const RankedMove& move : analysis.moves) {
    const bool loses = move.verdict.outcome == Outcome::kLoss;
    if (move.verdict.outcome == Outcome::kWin) ++counts.winning;
    if (loses) ++counts.losing;
    if (loses && move.verdict.plies <= kAtOnce) ++counts.losing_at_once;
    if (move.best) ++counts.best;
  }
  return counts;
}

std::uint32_t index_in_block(int pieces, PositionCell cell) {
  const IndexParts parts = index_parts(pieces, cell.index);
  return parts.opponent_crowns << pieces | parts.mover_crowns;
}

}  // namespace

DrawnPositions::DrawnPositions(const Database& database, const PositionProperties& properties, std::uint64_t seed,
                               std::size_t cache_bytes)
    : database_(&database),
      properties_(&properties),
      seed_(seed),
      probe_(database, cache_bytes),
      classes_(database.board(), database.identity().pieces),
      filter_(database.board(), database.identity(), properties) {}

bool DrawnPositions::fits_without_label(PositionCell cell) {
  const int pieces = database_->identity().pieces;
  const IndexParts parts = index_parts(pieces, cell.index);
  const SquareSet occupied_bb = database_->placements()[cell.placement];
  classes_.enter(occupied_bb);
  if (classes_.has_symmetry()) {
    classes_.enter_block(parts.rank);
    if (!classes_.is_representative(index_in_block(pieces, cell))) return false;
  }
  filter_.enter(occupied_bb);
  return filter_.enter_block(database_->colourings().mask(parts.rank)) && filter_.fits_mover(parts.mover_crowns) &&
         filter_.fits_opponent(parts.opponent_crowns);
}

Result<std::optional<FoundPosition>> DrawnPositions::look_up(std::uint64_t number) {
  const PositionCell cell = random_live_cell(*database_, seed_, number);
  if (!fits_without_label(cell)) return std::nullopt;
  const Position position = database_->position(cell);
  const Label label = UISGE_TRY(probe_.label(position));
  if (!properties_->fits(label)) return std::nullopt;
  MoveCounts moves;
  if (properties_->moves.any()) {
    moves = counts_of(UISGE_TRY(probe_.analyse(position)));
    if (!properties_->moves.match(moves, label.outcome)) return std::nullopt;
  }
  if (properties_->also && !properties_->also(cell)) return std::nullopt;
  return FoundPosition{cell, classes_.size(index_in_block(database_->identity().pieces, cell)), label, moves};
}

}  // namespace uisge
