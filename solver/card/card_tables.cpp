#include "solver/card/card_tables.h"

#include <algorithm>
#include <cassert>
#include <optional>

#include "solver/blocks/piece_order.h"

namespace uisge {

static_assert(kStuckWins == static_cast<std::uint32_t>(StuckRule::kWins));
static_assert(kStuckDraws == static_cast<std::uint32_t>(StuckRule::kDraws));
static_assert(kStuckPasses == static_cast<std::uint32_t>(StuckRule::kPasses));
static_assert(kJumpMove == static_cast<std::uint8_t>(MoveKind::kJump));
static_assert(kStepMove == static_cast<std::uint8_t>(MoveKind::kStep));

namespace {

std::uint64_t packed(const PieceOrder& place) {
  std::uint64_t bits = 0;
  for (std::size_t k = 0; k < place.size(); ++k) bits |= std::uint64_t{place[k]} << (4 * k);
  return bits;
}

// Returns the reverse of `move`. The function computes the reverse move and does not look it up in the table: if the
// target placement has a symmetry, the table's reverse move may end at an image of the square where `move` began.
CardMove taken_back(const CardMove& move, std::uint32_t source, int pieces) {
  CardMove back = move;
  back.target = source;
  back.place = 0;
  for (int k = 0; k < 2 * pieces; ++k) {
    back.place |= static_cast<std::uint64_t>(k) << (4 * (move.place >> (4 * k) & 15));
  }
  back.from_piece = static_cast<std::uint8_t>(move.place >> (4 * move.from_piece) & 15);
  return back;
}

void add_back_moves(int pieces, CardMoves& made) {
  std::vector<CardPlacement>& placements = made.placements;
  for (const CardMove& move : made.moves) ++placements[move.target + 1].first_back;
  for (std::size_t i = 1; i < placements.size(); ++i) placements[i].first_back += placements[i - 1].first_back;
  std::vector<std::uint32_t> next(placements.size());
  std::ranges::transform(placements, next.begin(), &CardPlacement::first_back);
  made.back_moves.resize(made.moves.size());
  for (std::uint32_t source = 0; source + 1 < placements.size(); ++source) {
    for (std::uint32_t at = placements[source].first_move; at < placements[source + 1].first_move; ++at) {
      const CardMove& move = made.moves[at];
      made.back_moves[next[move.target]++] = taken_back(move, source, pieces);
    }
  }
}

}  // namespace

CardMoves make_card_moves(const PlacementTable& table) {
  assert(table.transition_count() <= UINT32_MAX);
  CardMoves made;
  made.placements.reserve(table.size() + 1);
  made.moves.reserve(table.transition_count());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const PlacementId id = placement_id(i);
    CardPlacement placement{static_cast<std::uint32_t>(made.moves.size()), 0, 0, 0};
    std::optional<SymmetricImage> image;
    Symmetry of_image;
    for (const Transition& move : table.transitions(id)) {
      if (!image || of_image != move.symmetry) image.emplace(table, id, of_image = move.symmetry);
      made.moves.push_back({packed(image->order_after(move)), static_cast<std::uint32_t>(index(move.target)),
                            move.from_piece, static_cast<std::uint8_t>(move.kind),
                            static_cast<std::uint8_t>(move.symmetry.is_identity() ? 0 : 1), 0});
      std::uint16_t& movers = move.kind == MoveKind::kJump ? placement.jumpers : placement.crowns;
      movers |= piece_bit(move.from_piece);
    }
    made.placements.push_back(placement);
  }
  made.placements.push_back({static_cast<std::uint32_t>(made.moves.size()), 0, 0, 0});
  add_back_moves(table.pieces(), made);
  return made;
}

}  // namespace uisge
