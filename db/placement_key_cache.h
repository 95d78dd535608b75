// A cache of the reply keys (reply_key.h) of whole placements, shared by all threads.
//
// The moves of a placement lead to about thirty other placements, and neighbours lead to nearly the same ones. So a
// cache saves most of the work if it is asked for the placements in a good order. The least recently used placement is
// evicted first. Thread-safe. Callers compute the keys outside the lock, so two threads sometimes compute the same
// keys.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "core/board.h"
#include "db/recent_entries.h"
#include "db/reply_key.h"

namespace uisge {

// The keys are in index order. A position in which the opponent has only crowns has the key of a loss in 0 plies. A
// position in which the mover has only crowns has the key of a draw; no move leads to such a position.
using PlacementKeys = std::shared_ptr<const std::vector<ReplyKey>>;

class PlacementKeyCache {
 public:
  // Makes a cache for placements with `pieces` pieces a side. The cache holds at least one placement, even if its keys
  // take more than max_bytes.
  PlacementKeyCache(int pieces, std::size_t max_bytes);
  std::size_t max_placements() const { return entries_.max_entries(); }
  PlacementKeys find(std::size_t placement);  // null if the cache lacks the placement
  void put(std::size_t placement, const PlacementKeys& keys);

 private:
  std::mutex mutex_;
  RecentEntries<PlacementKeys> entries_;  // by placement
};

// The numbers of all placements, in an order in which placements are near each other if a move leads from one to the
// other. Sorts them by the distance of the pieces' centre from the board's, along the board's longer side first: a move
// takes one piece at most two squares further, and all images of a placement have the same distance. If the caches of a
// file of lost positions (placement_key_reader.h) have room for half of the placements of 7x6 with five a side, each
// placement's keys are derived 1.0 times in this order, and 2.3 times in the order of the file.
std::vector<std::size_t> order_for_cache(const Board& board, std::span<const SquareSet> placements);

}  // namespace uisge
