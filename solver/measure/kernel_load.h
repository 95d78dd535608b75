// Runs a kernel (solver/kernel/kernel.h) on the blocks of one placement, which stay in the cache. So the measured time
// is that of the kernel, without waits for memory.
//
// The placement has kMoves moves to other placements. Each move is possible in half of the placement's blocks. All data
// are random, but the same in every run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/kernel/kernel.h"

namespace uisge {

class KernelLoad {
 public:
  static constexpr std::size_t kMoves = 8;

  // REQUIRES: is_supported(set), 1 <= pieces <= 6.
  KernelLoad(InstructionSet set, int pieces);

  // Each function handles all blocks of the placement once.
  void or_blocks();
  void take_new();
  void transpose();

  std::size_t gathered_bytes() const { return gathers_.size() * block_bytes(pieces_); }
  std::size_t placement_bytes() const { return blocks_ * block_bytes(pieces_); }

 private:
  const Kernel& kernel_;
  int pieces_;
  std::size_t blocks_;
  std::vector<std::uint64_t> sources_;  // kMoves placements
  std::vector<std::uint64_t> accumulators_;
  std::vector<std::uint64_t> new_blocks_;
  std::vector<std::uint16_t> touched_;
  std::vector<RowOrder> orders_;
  std::vector<BlockGather> gathers_;  // move by move
  std::vector<BlockMove> moves_;
};

}  // namespace uisge
