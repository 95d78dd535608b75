#include "db/position_finder.h"

#include "core/bits.h"
#include "core/placement.h"

namespace uisge {

namespace {

bool is_within(const std::optional<CountRange>& range, std::uint32_t count) {
  return !range || range->contains(count);
}

// A table over all keys, with 1 for the keys of the wanted labels.
std::vector<std::uint8_t> wanted_keys(const PositionProperties& properties) {
  std::vector<std::uint8_t> wanted(std::size_t{1} << 16);
  for (LabelCode code = 0; code <= kUncountedLossCode; ++code) {
    const Label label = decode_label(code);
    const bool by_distance =
        !properties.distance || (label.has_distance() && properties.distance->contains(label.distance));
    const auto key = static_cast<std::uint16_t>(reply_key(code));
    wanted[key] = by_distance && properties.outcomes[index(label.outcome)] ? 1 : 0;
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
      has_distances_(stores_distances(database.header().codec)),
      wanted_(wanted_keys(properties)) {}

Result<PositionFinder::Counts> PositionFinder::find(std::size_t placement, const Visit& visit) {
  const SquareSet occupied_bb = database_->placements()[placement];
  enter(occupied_bb);
  Counts counts;
  keys_ = nullptr;
  const bool asks_keys = properties_->asks_labels() || properties_->moves.any() || visit;
  const PlacementReplies::KeySource all_labels = [this](std::size_t other) { return reader_.keys(other); };
  for (const ColouringRank rank : database_->colourings().ranks()) {
    if (!enter_block(database_->colourings().mask(rank))) continue;
    if (asks_keys && !keys_) {
      keys_ = UISGE_TRY(reader_.keys(placement));
      if (properties_->moves.any()) UISGE_TRY(replies_.enter(placement, all_labels));
    }
    UISGE_TRY(find_in_block(placement, rank, visit, counts));
  }
  return counts;
}

void PositionFinder::enter(SquareSet occupied_bb) {
  classes_.enter(occupied_bb);
  const Board& board = database_->board();
  pinned_ = 0;
  unsigned piece = 0;
  for (const Square square : occupied_bb) {
    if (!board.connected(occupied_bb.without(square))) pinned_ |= piece_bit(piece);
    ++piece;
  }
  moves_as_blank_.fill(0);
  moves_as_crown_.fill(0);
  for (const PlacementMove& move : placement_moves(board, database_->identity().rules.diagonal_jumps, occupied_bb)) {
    const std::size_t mover = occupied_bb.rank_of(move.from);
    ++moves_as_crown_[mover];
    if (move.kind == MoveKind::kJump) ++moves_as_blank_[mover];
  }
}

void PositionFinder::count_mobility(PieceMask side, Mobility& mobility) const {
  std::array<std::uint32_t, kMaxPieces> gained_by_crown{};
  std::uint32_t as_blanks = 0;
  std::size_t number = 0;
  for (unsigned rest = side; rest != 0; rest &= rest - 1) {
    const unsigned piece = lowest_bit(rest);
    as_blanks += moves_as_blank_[piece];
    gained_by_crown[number++] = static_cast<std::uint32_t>(moves_as_crown_[piece] - moves_as_blank_[piece]);
  }
  mobility[0] = as_blanks;
  for (unsigned crowns = 1; crowns < 1U << number; ++crowns) {
    mobility[crowns] = mobility[crowns & (crowns - 1)] + gained_by_crown[lowest_bit(crowns)];
  }
}

// Notes which crown states fit; returns whether any do.
bool PositionFinder::filter_crowns(const SideProperties& properties, const Mobility& mobility,
                                   CrownFilter& filter) const {
  bool any = false;
  const auto pieces = static_cast<unsigned>(database_->identity().pieces);
  for (unsigned crowns = 0; crowns + 1 < 1U << pieces; ++crowns) {
    filter[crowns] = is_within(properties.crowns, bit_count(crowns)) &&
                     is_within(properties.blanks, pieces - bit_count(crowns)) &&
                     is_within(properties.moves, mobility[crowns]);
    any |= filter[crowns];
  }
  return any;
}

bool PositionFinder::enter_block(PieceMask mover) {
  const PieceMask opponent = database_->colourings().opponent(mover);
  if (!is_within(properties_->mover.pinned, bit_count(unsigned{pinned_} & mover))) return false;
  if (!is_within(properties_->opponent.pinned, bit_count(unsigned{pinned_} & opponent))) return false;
  count_mobility(mover, mover_mobility_);
  count_mobility(opponent, opponent_mobility_);
  return filter_crowns(properties_->mover, mover_mobility_, mover_filter_) &&
         filter_crowns(properties_->opponent, opponent_mobility_, opponent_filter_);
}

MoveCounts PositionFinder::move_counts(const PlacementReplies::CountedBlock& block, unsigned mover_crowns,
                                       unsigned opponent_crowns) const {
  // The block counts a pass even if both sides are stuck. Then the game is over, so the pass is not a move here.
  if (mover_mobility_[mover_crowns] == 0 && opponent_mobility_[opponent_crowns] == 0) return {};
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
    if (!opponent_filter_[opponent]) continue;
    for (unsigned mover = 0; mover + 1 < states; ++mover) {
      if (!mover_filter_[mover]) continue;
      FoundPosition found{cell_at(placement, position_index(pieces, rank, opponent, mover)), 0, {}, {}};
      if (keys_) {
        const ReplyKey key = (*keys_)[found.cell.index];
        if (wanted_[static_cast<std::uint16_t>(key)] == 0) continue;
        found.label = decode_label(code_of(key));
      }
      if (properties_->moves.any()) {
        found.moves = move_counts(moves, mover, opponent);
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
