// A set of blocks, one bit per block. Any thread may set bits while a ply runs.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "solver/kernel/block_shape.h"

namespace uisge {

class BlockMarks {
 public:
  explicit BlockMarks(std::size_t blocks) : words_(words_for(blocks)) {}

  void mark(std::size_t block) {
    // The operation is atomic, since different threads may mark blocks that share a word.
    std::atomic_ref(words_[block / 64]).fetch_or(bit_in_word(block), std::memory_order_relaxed);
  }
  // REQUIRES, for the functions below: no thread calls mark() at the same time.
  bool contains(std::size_t block) const { return is_bit_set(words_.data(), block); }
  void clear() { std::fill(words_.begin(), words_.end(), std::uint64_t{0}); }

  static std::uint64_t bytes_for(std::size_t blocks) { return words_for(blocks) * sizeof(std::uint64_t); }

 private:
  static std::size_t words_for(std::size_t blocks) { return blocks / 64 + 1; }
  std::vector<std::uint64_t> words_;
};

}  // namespace uisge
