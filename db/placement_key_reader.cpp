#include "db/placement_key_reader.h"

#include <algorithm>
#include <numeric>

#include "core/piece_count.h"

namespace uisge {

namespace {

// Moves lead from a placement to about thirty neighbours. Deriving the placement's labels needs the neighbours' stored
// labels. Verifying the placement needs the neighbours' derived labels. To derive labels again costs more than to read
// them again, so the cache of derived labels gets more of the memory. If derived labels are not kept, the cache of
// stored labels gets all of it.
std::size_t bytes_for_stored(const Database& database, std::size_t max_bytes, bool keep) {
  if (!stores_lost_only(database.header().codec)) return 0;
  return keep ? max_bytes / 5 * 2 : max_bytes;
}

// Sets the reply keys (reply_key.h) of those live positions of a block that are not lost. `keys` has a row per state of
// the opponent's crowns. `replied`, which PlacementReplies::block() returned, has a row per state of the mover's
// crowns. This function is a template, because the compiler vectorises the loop only if it knows the stride.
template <int N>
void take_replied(std::span<const ReplyKey> replied, ReplyKey* keys) {
  constexpr std::size_t kStates = crown_states(N);
  for (std::size_t opponent = 0; opponent + 1 < kStates; ++opponent) {
    ReplyKey* const row = keys + opponent * kStates;
    for (std::size_t mover = 0; mover + 1 < kStates; ++mover) {
      const ReplyKey reply = replied[mover * kStates + opponent];
      row[mover] = row[mover] > 0 ? row[mover] : std::min(reply, kDrawKey);
    }
  }
}

}  // namespace

SharedKeys::SharedKeys(const Database& database, std::size_t max_bytes, bool keep)
    : stored_(database.identity().pieces, bytes_for_stored(database, max_bytes, keep)),
      all_(database.identity().pieces, max_bytes - bytes_for_stored(database, max_bytes, keep)) {}

// If nothing is evicted, `verify` of 7x6 with four a side takes 1.1 times as long in order_for_cache().
std::vector<std::size_t> SharedKeys::order(const Database& database) const {
  const std::size_t count = database.placements().size();
  const bool uses_stored = stores_lost_only(database.header().codec);
  if (all_.max_placements() < count || (uses_stored && stored_.max_placements() < count)) {
    return order_for_cache(database.board(), database.placements());
  }
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

PlacementKeyReader::PlacementKeyReader(const Database& database, SharedKeys& shared)
    : shared_(&shared), reader_(database), replies_(database) {}

Result<PlacementKeys> PlacementKeyReader::keys(std::size_t placement) {
  if (auto known = shared_->all().find(placement)) return known;
  const bool lost_only = stores_lost_only(reader_.database().header().codec);
  auto keys = lost_only ? found(placement) : stored(placement);
  if (keys) shared_->all().put(placement, *keys);
  return keys;
}

Result<void> PlacementKeyReader::codes(std::size_t placement, std::span<LabelCode> codes) {
  if (!stores_lost_only(reader_.database().header().codec)) return reader_.read_placement(placement, codes);
  const auto keys = UISGE_TRY(found(placement));
  std::transform(keys->begin(), keys->end(), codes.begin(), code_of);
  return {};
}

Result<PlacementKeys> PlacementKeyReader::stored(std::size_t placement) {
  const int pieces = reader_.database().identity().pieces;
  const std::size_t positions = positions_per_placement(pieces);
  std::vector<LabelCode> codes(positions);
  UISGE_TRY(reader_.read_placement(placement, codes));
  auto keys = std::make_shared<std::vector<ReplyKey>>(positions);
  std::transform(codes.begin(), codes.end(), keys->begin(), reply_key);
  const auto row = static_cast<std::ptrdiff_t>(crown_states(pieces));
  for (auto block = keys->begin(); block != keys->end(); block += row * row) {
    std::fill(block + (row - 1) * row, block + row * row, kLossInZeroKey);
  }
  return PlacementKeys(std::move(keys));
}

// A position that is not stored as lost is won if a move leads to a lost position, or if the game is over and the mover
// has won. Otherwise it is drawn. (If the game is over and the mover has lost, the file is wrong, and verification
// finds that.)
Result<PlacementKeys> PlacementKeyReader::found(std::size_t placement) {
  const PlacementReplies::KeySource of_stored = [this](std::size_t other) -> Result<PlacementKeys> {
    if (auto known = shared_->stored().find(other)) return known;
    auto read = stored(other);
    if (read) shared_->stored().put(other, *read);
    return read;
  };
  UISGE_TRY(replies_.enter(placement, of_stored));
  auto keys = std::make_shared<std::vector<ReplyKey>>(*replies_.keys());
  const Colourings& colourings = reader_.database().colourings();
  const std::size_t positions = positions_per_block(colourings.pieces());
  ReplyKey* of_block = keys->data();
  for (const ColouringRank rank : colourings.ranks()) {
    const auto block = UISGE_TRY(replies_.block(rank));
    for_piece_count(colourings.pieces(), [&]<int N>() { take_replied<N>(block.keys, of_block); });
    of_block += positions;
  }
  return PlacementKeys(std::move(keys));
}

}  // namespace uisge
