// Who decides which chunk when several ranks share a board, and who else needs what is decided there.
//
// The chunks are the vertices of a graph; an edge counts the moves between two of them. METIS cuts it into parts of
// equal work (moves of a placement, which a dense ply pays for) with as few foreign chunks in reach of each part as it
// can: what is in reach is held in memory there, and every segment of it has to be sent. Without METIS the parts are
// runs of chunks. The same for every call with the same arguments.
//
// Const after construction and safe to share between threads. Seconds for the real game, 8 bytes per chunk and holder.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/error.h"
#include "solver/retrograde/engine_part.h"

namespace uisge {

// A rank's part of the board, in numbers.
struct RankLoad {
  std::uint64_t chunks = 0;  // its own
  std::uint64_t placements = 0;
  std::uint64_t moves = 0;          // of its placements
  std::uint64_t foreign_moves = 0;  // those that lead to other ranks' placements
  std::uint64_t held = 0;           // placements in its planes, its own included
};

class Ownership {
 public:
  // The owner of each chunk, below `ranks`; a rank may have none. Errors: METIS failed (no memory).
  static Result<std::vector<std::uint32_t>> partition(const PlacementTable& table, std::size_t chunk_size, int ranks);

  Ownership(const PlacementTable& table, std::size_t chunk_size, int ranks, std::vector<std::uint32_t> owners);

  int ranks() const { return ranks_; }
  std::uint32_t owner(std::size_t chunk) const { return owners_[chunk]; }
  // The ranks that hold a placement of the chunk, ascending, its owner included.
  std::span<const std::uint32_t> holders(std::size_t chunk) const {
    return {holders_.data() + first_holder_[chunk], holders_.data() + first_holder_[chunk + 1]};
  }
  // Chunks that others wait for come first.
  EnginePart part(int rank, std::span<const PlacementId> besides) const;

  const std::vector<RankLoad>& loads() const { return loads_; }

 private:
  void count_loads();

  const PlacementTable& table_;
  std::size_t chunk_size_;
  int ranks_;
  std::vector<std::uint32_t> owners_;
  std::vector<std::uint64_t> first_holder_;  // chunks + 1 offsets into holders_
  std::vector<std::uint32_t> holders_;
  std::vector<RankLoad> loads_;
};

// "4 ranks, work within 3.0 %, 11.3 % of the moves foreign, at most 22,012 of 59,339 placements on one".
std::string describe(const std::vector<RankLoad>& loads, std::uint64_t placements);
// The largest rank's moves over the average.
double imbalance(const std::vector<RankLoad>& loads);

}  // namespace uisge
