// Finds the positions of a placement that have given properties (position_properties.h).
//
// Blocks that cannot have positions with the properties are skipped before labels are read. Moves are counted
// (placement_replies.h) only if a property of moves is given; counting takes about as long as verification. To search
// by distance, the file must have distances. Use one object per thread.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "db/database.h"
#include "db/placement_key_reader.h"
#include "db/placement_replies.h"
#include "db/position_classes.h"
#include "db/position_filter.h"
#include "db/position_properties.h"

namespace uisge {

struct FoundPosition {
  PositionCell cell;            // the cell of the class's representative
  std::uint64_t positions = 0;  // the number of positions in the class
  Label label;
  MoveCounts moves;  // all 0 if no property of moves is given
};

class PositionFinder {
 public:
  // All arguments must outlive the object.
  PositionFinder(const Database& database, SharedKeys& shared, const PositionProperties& properties);

  // The numbers of a placement's positions that have the properties: `raw` counts all images, `canonical` counts
  // classes.
  struct Counts {
    std::uint64_t raw = 0;
    std::uint64_t canonical = 0;
  };
  // Calls visit(found) for the representatives of classes, in index order; `visit` may be empty.
  // Errors: the file cannot be read or is damaged.
  using Visit = std::function<void(const FoundPosition&)>;
  Result<Counts> find(std::size_t placement, const Visit& visit);

 private:
  Result<void> find_in_block(std::size_t placement, ColouringRank rank, const Visit& visit, Counts& counts);
  MoveCounts move_counts(const PlacementReplies::CountedBlock& block, unsigned mover_crowns,
                         unsigned opponent_crowns) const;

  const Database* database_;
  const PositionProperties* properties_;
  PlacementKeyReader reader_;
  PlacementReplies replies_;
  PositionClasses classes_;
  PositionFilter filter_;
  bool has_distances_;
  std::vector<std::uint8_t> wanted_;  // indexed by reply key (reply_key.h): whether the key's label is wanted
  PlacementKeys keys_;                // of the current placement
};

}  // namespace uisge
