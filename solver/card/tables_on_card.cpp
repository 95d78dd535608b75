#include "solver/card/tables_on_card.h"

#include <algorithm>
#include <vector>

#include "core/colouring.h"
#include "solver/card/card_tables.h"

namespace uisge {

Result<TablesOnCard> TablesOnCard::make(const Card& card, const PlacementTable& table, CardStream& stream) {
  TablesOnCard made;
  const CardMoves moves = make_card_moves(table);
  const Colourings colourings(table.pieces());
  std::vector<std::uint16_t> ranks(std::size_t{1} << (2 * table.pieces()), 0);
  std::vector<std::uint16_t> masks;
  for (const ColouringRank rank : colourings.ranks()) {
    masks.push_back(colourings.mask(rank));
    ranks[masks.back()] = rank;
  }
  const std::uint64_t rank_bytes = ranks.size() * sizeof(std::uint16_t);
  const std::uint64_t mask_bytes = masks.size() * sizeof(std::uint16_t);
  const std::uint64_t move_bytes = moves.moves.size() * sizeof(CardMove);
  const std::uint64_t placement_bytes = moves.placements.size() * sizeof(CardPlacement);
  // If no piece of the board can move, one byte is allocated, so that the empty list of moves has an address.
  for (CardMemory* const memory : {&made.moves_, &made.back_moves_}) {
    *memory = UISGE_TRY(card.allocate(std::max<std::uint64_t>(1, move_bytes)));
  }
  made.placements_ = UISGE_TRY(card.allocate(placement_bytes));
  made.colourings_ = UISGE_TRY(card.allocate(rank_bytes + mask_bytes));
  made.tables_ = {pointer<CardPlacement>(made.placements_.address()), pointer<CardMove>(made.moves_.address()),
                  pointer<CardMove>(made.back_moves_.address()), pointer<std::uint16_t>(made.colourings_.address()),
                  pointer<std::uint16_t>(made.colourings_.address() + rank_bytes)};
  struct Copied {
    CardAddress to;
    const void* from;
    std::uint64_t bytes;
  };
  for (const auto& [to, from, bytes] : {Copied{made.moves_.address(), moves.moves.data(), move_bytes},
                                        {made.back_moves_.address(), moves.back_moves.data(), move_bytes},
                                        {made.placements_.address(), moves.placements.data(), placement_bytes},
                                        {made.colourings_.address(), ranks.data(), rank_bytes},
                                        {made.colourings_.address() + rank_bytes, masks.data(), mask_bytes}}) {
    if (bytes == 0) continue;
    UISGE_TRY(stream.copy_in(to, from, bytes));
  }
  UISGE_TRY(stream.synchronize());
  return made;
}

}  // namespace uisge
