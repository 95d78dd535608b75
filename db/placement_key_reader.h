// Reads all labels of whole placements from files of every codec, and converts each label to a *key*: a number that is
// the greater, the better the position is for the player whose move led to it (reply_key.h).
//
// A file may store the labels of lost positions only. The keys of these positions are called *stored*. The reader
// derives the keys of all other positions from the positions after their moves (placement_replies.h). For one placement
// it needs the stored keys of about thirty other placements. So there are two caches: one for placements with stored
// keys only, one for placements with stored and derived keys. Use one reader per thread; the readers share the caches.
#pragma once

#include <span>

#include "db/database.h"
#include "db/placement_key_cache.h"
#include "db/placement_replies.h"

namespace uisge {

// The caches that all readers of one database share. Thread-safe.
class SharedKeys {
 public:
  // Keys that are converted from the file's labels are always cached. `keep`: whether keys that are derived from the
  // positions after the moves are cached too. A caller that visits each placement once passes false; the keys from the
  // file then get all the memory.
  SharedKeys(const Database& database, std::size_t max_bytes, bool keep = true);
  PlacementKeyCache& stored() { return stored_; }
  PlacementKeyCache& all() { return all_; }
  // The order in which to visit all placements of the database: that of the file if the caches have room for all
  // placements, otherwise order_for_cache().
  std::vector<std::size_t> order(const Database& database) const;

 private:
  PlacementKeyCache stored_;
  PlacementKeyCache all_;
};

class PlacementKeyReader {
 public:
  PlacementKeyReader(const Database& database, SharedKeys& shared);

  // Returns the labels of all positions of a placement as keys (reply_key.h). Errors: the file cannot be read or is
  // damaged, or a move leads to a placement that the file lacks.
  Result<PlacementKeys> keys(std::size_t placement);
  // Reads the labels of a placement as codes; no cache keeps them. REQUIRES: codes.size() == positions_per_placement.
  Result<void> codes(std::size_t placement, std::span<LabelCode> codes);

 private:
  Result<PlacementKeys> stored(std::size_t placement);
  Result<PlacementKeys> found(std::size_t placement);

  SharedKeys* shared_;
  UnitReader reader_;
  PlacementReplies replies_;
};

}  // namespace uisge
