// Divides a board between ranks: says which rank owns (decides) each chunk, and which other ranks need the results of
// that chunk.
//
// The chunks are the vertices of a graph; an edge joins two chunks if a move leads from one to the other. METIS cuts
// the graph into parts of equal work. Work is measured in moves, since the number of moves determines the time of a
// dense ply. The moves of a part should lead to as few chunks of other parts as possible, since the rank of the part
// also holds those chunks in memory and receives their segments. Without METIS, the part of each rank is a run of
// consecutive chunks. Deterministic: equal arguments give equal results.
//
// Const after construction and safe to share between threads. Dividing the real game's chunks takes some seconds.
// Memory: for each chunk, 8 bytes per rank that holds the chunk.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/error.h"
#include "solver/blocks/engine_part.h"

namespace uisge {

struct RankLoad {
  std::uint64_t chunks = 0;  // the rank's own
  std::uint64_t placements = 0;
  std::uint64_t moves = 0;          // moves of the rank's own placements
  std::uint64_t foreign_moves = 0;  // moves that lead to other ranks' placements
  std::uint64_t held = 0;           // placements in the rank's memory, the rank's own included
};

class Ownership {
 public:
  // The owner of each chunk: a rank, as a number below `ranks`. Some ranks may own nothing. Errors: METIS has too
  // little memory.
  static Result<std::vector<std::uint32_t>> partition(const PlacementTable& table, std::size_t chunk_size, int ranks);

  Ownership(const PlacementTable& table, std::size_t chunk_size, int ranks, std::vector<std::uint32_t> owners);

  int ranks() const { return ranks_; }
  std::uint32_t owner(std::size_t chunk) const { return owners_[chunk]; }
  // The ranks that hold at least one placement of the chunk, the owner included, in ascending order.
  std::span<const std::uint32_t> holders(std::size_t chunk) const {
    return {holders_.data() + first_holder_[chunk], holders_.data() + first_holder_[chunk + 1]};
  }
  // The chunks that a rank's engine decides, and the placements that the engine holds in memory (engine_part.h). The
  // engine also holds the placements in `besides`. In the part's list of chunks, the chunks whose results other ranks
  // need come first.
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

// The division of the placements among the ranks, in words: "4 ranks, the busiest 3.0 % above the average, 11.3 % of
// the moves foreign, at most 22012 of 59339 placements on one".
std::string describe(const std::vector<RankLoad>& loads, std::uint64_t placements);
// The largest RankLoad::moves of a rank, divided by the mean of all ranks.
double imbalance(const std::vector<RankLoad>& loads);

}  // namespace uisge
