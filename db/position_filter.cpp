#include "db/position_filter.h"

#include "core/bits.h"
#include "core/piece_count.h"
#include "core/placement.h"

namespace uisge {

namespace {

bool is_within(const std::optional<CountRange>& range, std::uint32_t count) {
  return !range || range->contains(count);
}

}  // namespace

PositionFilter::PositionFilter(const Board& board, const DatabaseIdentity& identity,
                               const PositionProperties& properties)
    : board_(&board),
      properties_(&properties),
      pieces_(static_cast<unsigned>(identity.pieces)),
      diagonal_jumps_(identity.rules.diagonal_jumps),
      all_(static_cast<PieceMask>((1U << 2 * pieces_) - 1)) {}

void PositionFilter::enter(SquareSet occupied_bb) {
  pinned_ = 0;
  unsigned piece = 0;
  for (const Square square : occupied_bb) {
    if (!board_->connected(occupied_bb.without(square))) pinned_ |= piece_bit(piece);
    ++piece;
  }
  moves_as_blank_.fill(0);
  moves_as_crown_.fill(0);
  for (const PlacementMove& move : placement_moves(*board_, diagonal_jumps_, occupied_bb)) {
    const std::size_t mover = occupied_bb.rank_of(move.from);
    ++moves_as_crown_[mover];
    if (move.kind == MoveKind::kJump) ++moves_as_blank_[mover];
  }
}

void PositionFilter::count_moves(PieceMask pieces, Side& side) const {
  std::array<std::uint32_t, kMaxPieces> gained_by_crown{};
  std::uint32_t as_blanks = 0;
  std::size_t number = 0;
  for (unsigned rest = pieces; rest != 0; rest &= rest - 1) {
    const unsigned piece = lowest_bit(rest);
    as_blanks += moves_as_blank_[piece];
    gained_by_crown[number++] = static_cast<std::uint32_t>(moves_as_crown_[piece] - moves_as_blank_[piece]);
  }
  side.moves[0] = as_blanks;
  for (unsigned crowns = 1; crowns < 1U << number; ++crowns) {
    side.moves[crowns] = side.moves[crowns & (crowns - 1)] + gained_by_crown[lowest_bit(crowns)];
  }
}

// Finds the crown states that have the wanted properties, and returns whether there are any.
bool PositionFilter::filter(const SideProperties& wanted, Side& side) const {
  bool any = false;
  for (unsigned crowns = 0; crowns + 1 < 1U << pieces_; ++crowns) {
    side.fits[crowns] = is_within(wanted.crowns, bit_count(crowns)) &&
                        is_within(wanted.blanks, pieces_ - bit_count(crowns)) &&
                        is_within(wanted.moves, side.moves[crowns]);
    any |= side.fits[crowns];
  }
  return any;
}

bool PositionFilter::enter_block(PieceMask mover) {
  const auto opponent = static_cast<PieceMask>(mover ^ all_);
  if (!is_within(properties_->mover.pinned, bit_count(unsigned{pinned_} & mover))) return false;
  if (!is_within(properties_->opponent.pinned, bit_count(unsigned{pinned_} & opponent))) return false;
  count_moves(mover, mover_);
  count_moves(opponent, opponent_);
  return filter(properties_->mover, mover_) && filter(properties_->opponent, opponent_);
}

}  // namespace uisge
