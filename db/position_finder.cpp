#include "db/position_finder.h"

namespace uisge {

namespace {

// Returns a table indexed by reply_key(label): an element is 1 if positions with this label are wanted, else 0.
std::vector<std::uint8_t> wanted_keys(const PositionProperties& properties) {
  std::vector<std::uint8_t> wanted(std::size_t{1} << 16);
  for (LabelCode code = 0; code <= kUncountedLossCode; ++code) {
    const auto key = static_cast<std::uint16_t>(reply_key(code));
    wanted[key] = properties.fits(decode_label(code)) ? 1 : 0;
  }
  return wanted;
}

}  // namespace

PositionFinder::PositionFinder(const Database& database, SharedKeys& shared, const PositionProperties& properties)
    : database_(&database),
      properties_(&properties),
      reader_(database, shared),
      replies_(database),
      classes_(database.board(), database.identity().pieces),
      filter_(database.board(), database.identity(), properties),
      has_distances_(stores_distances(database.header().codec)),
      wanted_(wanted_keys(properties)) {}

Result<PositionFinder::Counts> PositionFinder::find(std::size_t placement, const Visit& visit) {
  const SquareSet occupied_bb = database_->placements()[placement];
  classes_.enter(occupied_bb);
  filter_.enter(occupied_bb);
  Counts counts;
  keys_ = nullptr;
  const bool asks_keys = properties_->asks_labels() || properties_->moves.any() || visit;
  const PlacementReplies::KeySource all_labels = [this](std::size_t other) { return reader_.keys(other); };
  for (const ColouringRank rank : database_->colourings().ranks()) {
    if (!filter_.enter_block(database_->colourings().mask(rank))) continue;
    if (asks_keys && !keys_) {
      keys_ = UISGE_TRY(reader_.keys(placement));
      if (properties_->moves.any()) UISGE_TRY(replies_.enter(placement, all_labels));
    }
    UISGE_TRY(find_in_block(placement, rank, visit, counts));
  }
  return counts;
}

MoveCounts PositionFinder::move_counts(const PlacementReplies::CountedBlock& block, unsigned mover_crowns,
                                       unsigned opponent_crowns) const {
  // If both sides are stuck, the game is over, so there is no move. The counts in `block` would include a pass.
  if (filter_.are_both_stuck(mover_crowns, opponent_crowns)) return {};
  const std::size_t at = std::size_t{mover_crowns} << database_->identity().pieces | opponent_crowns;
  const auto number = [at](std::span<const ReplyKey> counts) { return static_cast<std::uint32_t>(counts[at]); };
  return {block.all[mover_crowns], number(block.winning), number(block.losing),
          has_distances_ ? number(block.losing_at_once) : 0, number(block.best)};
}

Result<void> PositionFinder::find_in_block(std::size_t placement, ColouringRank rank, const Visit& visit,
                                           Counts& counts) {
  PlacementReplies::CountedBlock moves;
  if (properties_->moves.any()) {
    moves = UISGE_TRY(replies_.counted_block(rank));
  }
  if (classes_.has_symmetry()) classes_.enter_block(rank);
  const int pieces = database_->identity().pieces;
  const unsigned states = 1U << pieces;
  for (unsigned opponent = 0; opponent + 1 < states; ++opponent) {
    if (!filter_.fits_opponent(opponent)) continue;
    for (unsigned mover = 0; mover + 1 < states; ++mover) {
      if (!filter_.fits_mover(mover)) continue;
      FoundPosition found{cell_at(placement, position_index(pieces, rank, opponent, mover)), 0, {}, {}};
      if (keys_) {
        const ReplyKey key = (*keys_)[found.cell.index];
        if (wanted_[static_cast<std::uint16_t>(key)] == 0) continue;
        found.label = decode_label(code_of(key));
      }
      if (properties_->moves.any()) {
        found.moves = move_counts(moves, mover, opponent);
        if (!has_distances_) found.moves.best = found.moves.keeping(found.label.outcome);
        if (!properties_->moves.match(found.moves, found.label.outcome)) continue;
      }
      if (properties_->also && !properties_->also(found.cell)) continue;
      counts.raw += classes_.weight();
      const std::uint32_t at = opponent << pieces | mover;
      if (classes_.has_symmetry() && !classes_.is_representative(at)) continue;
      ++counts.canonical;
      if (!visit) continue;
      found.positions = classes_.size(at);
      visit(found);
    }
  }
  return {};
}

}  // namespace uisge
