// What a kernel has to do in a sweep, without the sweep: gathers of random blocks that lie in the second cache.
//
// Every accumulator gets kMoves gathers, as a block of the real game has about as many moves; blocks, orders, flips and
// row sets are random but the same in every run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/kernel/crown_order.h"
#include "solver/kernel/kernel.h"

namespace uisge {

class KernelLoad {
 public:
  static constexpr int kMoves = 16;

  // REQUIRES: is_supported(set), 1 <= pieces <= 6.
  KernelLoad(InstructionSet set, int pieces);

  // Each goes over all accumulators once.
  void or_rows();
  void and_rows();  // of blocks that are all ones, so that none ends early
  void transpose();

  std::size_t gathered_bytes() const { return blocks_ * kMoves * block_bytes(pieces_); }  // by or_rows and and_rows
  std::size_t transposed_bytes() const { return blocks_ * block_bytes(pieces_); }
  std::size_t positions() const { return blocks_ << 2 * pieces_; }

 private:
  const Kernel& kernel_;
  int pieces_;
  std::size_t blocks_;
  std::vector<std::uint64_t> source_;
  std::vector<std::uint64_t> ones_;
  std::vector<std::uint64_t> accumulators_;
  std::vector<CrownOrder> orders_;
  std::vector<Gather> gathers_;  // of source_, kMoves for each accumulator
  std::vector<Gather> gathers_of_ones_;
};

}  // namespace uisge
