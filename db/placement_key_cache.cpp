#include "db/placement_key_cache.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "core/colouring.h"

namespace uisge {

PlacementKeyCache::PlacementKeyCache(int pieces, std::size_t max_bytes)
    : entries_(std::max<std::size_t>(1, max_bytes / (positions_per_placement(pieces) * sizeof(ReplyKey)))) {}

PlacementKeys PlacementKeyCache::find(std::size_t placement) {
  const std::lock_guard lock(mutex_);
  const PlacementKeys* const found = entries_.find(placement);
  return found == nullptr ? nullptr : *found;
}

void PlacementKeyCache::put(std::size_t placement, const PlacementKeys& keys) {
  const std::lock_guard lock(mutex_);
  if (entries_.find(placement) == nullptr) entries_.add(placement) = keys;
}

std::vector<std::size_t> order_for_cache(const Board& board, std::span<const SquareSet> placements) {
  const bool is_square = board.files() == board.ranks();
  std::vector<std::tuple<int, int, std::size_t>> order;
  order.reserve(placements.size());
  for (std::size_t placement = 0; placement < placements.size(); ++placement) {
    const SquareSet occupied_bb = placements[placement];
    const int along_files = std::abs(2 * board.sum_of_files(occupied_bb) - occupied_bb.size() * (board.files() - 1));
    const int along_ranks = std::abs(2 * board.sum_of_ranks(occupied_bb) - occupied_bb.size() * (board.ranks() - 1));
    const bool files_first = is_square ? along_files > along_ranks : board.files() > board.ranks();
    order.emplace_back(files_first ? along_files : along_ranks, files_first ? along_ranks : along_files, placement);
  }
  std::sort(order.begin(), order.end());
  std::vector<std::size_t> numbers(order.size());
  std::transform(order.begin(), order.end(), numbers.begin(),
                 [](const auto& entry) { return std::get<std::size_t>(entry); });
  return numbers;
}

}  // namespace uisge
