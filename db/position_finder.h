// Finds the positions of a placement that have given properties (position_properties.h).
//
// Placements and blocks that cannot have such positions are skipped before labels are read. Moves are counted block by
// block (placement_replies.h) only if a property asks for them; that costs about as much as verification. It works with
// every codec; properties of distances need a file with distances. One object per thread.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "db/database.h"
#include "db/placement_key_reader.h"
#include "db/placement_replies.h"
#include "db/position_classes.h"
#include "db/position_properties.h"

namespace uisge {

struct FoundPosition {
  PositionCell cell;            // the cell of the class's representative
  std::uint64_t positions = 0;  // the number of raw positions of its class
  Label label;
  MoveCounts moves;  // all 0 if no property asks for moves
};

class PositionFinder {
 public:
  // All arguments must outlive the object.
  PositionFinder(const Database& database, SharedKeys& shared, const PositionProperties& properties);

  // The counts of one placement: raw positions (all images) and classes.
  struct Counts {
    std::uint64_t raw = 0;
    std::uint64_t canonical = 0;
  };
  // Calls visit(found) for the representatives of classes, in index order; `visit` may be empty.
  // Errors: the file cannot be read or is damaged.
  using Visit = std::function<void(const FoundPosition&)>;
  Result<Counts> find(std::size_t placement, const Visit& visit);

 private:
  static constexpr std::size_t kMaxStates = std::size_t{1} << kMaxPieces;
  // For each crown state of a side, whether it fits the properties.
  using CrownFilter = std::array<bool, kMaxStates>;

  using Mobility = std::array<std::uint32_t, kMaxStates>;  // legal moves of a side, by its crowns

  void enter(SquareSet occupied_bb);
  // Whether the block can have wanted positions, judged without labels.
  bool enter_block(PieceMask mover);
  void count_mobility(PieceMask side, Mobility& mobility) const;
  bool filter_crowns(const SideProperties& properties, const Mobility& mobility, CrownFilter& filter) const;
  Result<void> find_in_block(std::size_t placement, ColouringRank rank, const Visit& visit, Counts& counts);
  MoveCounts move_counts(const PlacementReplies::CountedBlock& block, unsigned mover_crowns,
                         unsigned opponent_crowns) const;

  const Database* database_;
  const PositionProperties* properties_;
  PlacementKeyReader reader_;
  PlacementReplies replies_;
  PositionClasses classes_;
  bool has_distances_;
  std::vector<std::uint8_t> wanted_;  // by the bits of a reply key: whether its label is wanted

  // The current placement.
  PlacementKeys keys_;
  PieceMask pinned_ = 0;
  std::array<std::uint8_t, 2 * kMaxPieces> moves_as_blank_{};
  std::array<std::uint8_t, 2 * kMaxPieces> moves_as_crown_{};
  // The current block.
  CrownFilter mover_filter_{};
  CrownFilter opponent_filter_{};
  Mobility mover_mobility_{};
  Mobility opponent_mobility_{};
};

}  // namespace uisge
