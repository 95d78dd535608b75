#include "db/placement_laws.h"

namespace uisge {

PlacementLaws::PlacementLaws(const Database& database, SharedKeys& shared)
    : database_(&database), reader_(database, shared), replies_(database) {}

Result<PlacementLaws::Finding> PlacementLaws::check(std::size_t placement) {
  const PlacementReplies::KeySource all_labels = [this](std::size_t other) { return reader_.keys(other); };
  UISGE_TRY(replies_.enter(placement, all_labels));
  Finding finding;
  for (const ColouringRank rank : database_->colourings().ranks()) {
    const auto block = UISGE_TRY(replies_.block(rank));
    finding.moves += block.moves;
    if (const auto index = first_difference(rank, block.keys)) {
      finding.first_broken = cell_at(placement, *index);
      break;
    }
  }
  return finding;
}

std::optional<std::uint32_t> PlacementLaws::first_difference(ColouringRank block,
                                                             std::span<const ReplyKey> right) const {
  const std::size_t states = crown_states(database_->identity().pieces);
  const std::size_t first = std::size_t{block} * states * states;
  for (std::size_t opponent = 0; opponent + 1 < states; ++opponent) {
    const ReplyKey* const row = keys().data() + first + opponent * states;
    bool differs = false;
    for (std::size_t crowns = 0; crowns + 1 < states; ++crowns) {
      differs |= row[crowns] != right[crowns * states + opponent];
    }
    if (!differs) continue;
    for (std::size_t crowns = 0; crowns + 1 < states; ++crowns) {
      if (row[crowns] == right[crowns * states + opponent]) continue;
      return static_cast<std::uint32_t>(first + opponent * states + crowns);
    }
  }
  return std::nullopt;
}

}  // namespace uisge
