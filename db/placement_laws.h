// Checks the labels of one placement: each must follow from the labels of the positions after the moves (reply_key.h).
// Use one object per thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "db/placement_key_reader.h"
#include "db/placement_replies.h"

namespace uisge {

class PlacementLaws {
 public:
  PlacementLaws(const Database& database, SharedKeys& shared);

  struct Finding {
    std::optional<PositionCell> first_broken;  // the position with the lowest index among those whose label is wrong
    std::uint64_t moves = 0;                   // the number of moves of all live positions of the placement
  };
  // Errors: the file cannot be read, or a move leads to a placement that the file lacks (kBadFile).
  Result<Finding> check(std::size_t placement);

  // The reply keys (reply_key.h) of the placement that was checked last.
  const std::vector<ReplyKey>& keys() const { return *replies_.keys(); }

 private:
  std::optional<std::uint32_t> first_difference(ColouringRank block, std::span<const ReplyKey> right) const;

  const Database* database_;
  PlacementKeyReader reader_;
  PlacementReplies replies_;
};

}  // namespace uisge
