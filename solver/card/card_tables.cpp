#include "solver/card/card_tables.h"

#include <cassert>
#include <optional>

#include "solver/retrograde/piece_order.h"

namespace uisge {

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

}  // namespace

CardMoves make_card_moves(const PlacementTable& table) {
  assert(table.transition_count() <= UINT32_MAX);
  CardMoves made;
  made.placements.reserve(table.size() + 1);
  made.moves.reserve(table.transition_count());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const PlacementId id = placement_id(i);
    CardPlacement placement{static_cast<std::uint32_t>(made.moves.size()), 0, 0};
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
  made.placements.push_back({static_cast<std::uint32_t>(made.moves.size()), 0, 0});
  return made;
}

}  // namespace uisge
