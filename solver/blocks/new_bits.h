// The positions of one placement that a ply decides: a bit per position, and the list of the blocks with any bit set.
//
// Clearing and reading take time only for the touched blocks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/bits.h"
#include "core/colouring.h"
#include "solver/kernel/block_shape.h"

namespace uisge {

template <int N>
class NewBits {
 public:
  static constexpr std::size_t kWords = block_words(N);

  NewBits() : words_(colouring_count(N) * kWords), is_touched_(colouring_count(N)) {}

  // Adds the block to the list of touched blocks, and returns the words that hold its bits.
  std::uint64_t* touch(ColouringRank rank) {
    if (is_touched_[rank] == 0) {
      is_touched_[rank] = 1;
      touched_.push_back(rank);
    }
    return block(rank);
  }

  // Fills all blocks at once, for callers that touch most blocks. fill(words, ranks) writes every block of the
  // placement to `words`. Into `ranks` it puts the colouring ranks of the blocks that have a set bit, in ascending
  // order. It returns the number of these blocks.
  template <class Fill>
  void assign(Fill&& fill) {
    for (const ColouringRank rank : touched_) is_touched_[rank] = 0;
    touched_.resize(is_touched_.size());
    touched_.resize(fill(words_.data(), touched_.data()));
    for (const ColouringRank rank : touched_) is_touched_[rank] = 1;
  }

  bool empty() const { return touched_.empty(); }
  // The words of all blocks of the placement, in order of colouring rank. Untouched blocks are zeros.
  std::span<const std::uint64_t> words() const { return words_; }
  const std::vector<ColouringRank>& touched() const { return touched_; }
  std::uint64_t* block(ColouringRank rank) { return words_.data() + std::size_t{rank} * kWords; }
  const std::uint64_t* block(ColouringRank rank) const { return words_.data() + std::size_t{rank} * kWords; }

  // Sorts the touched blocks, and removes blocks that have become empty.
  void normalise() {
    std::size_t kept = 0;
    for (const ColouringRank rank : touched_) {
      const std::uint64_t* const words = block(rank);
      if (std::any_of(words, words + kWords, [](std::uint64_t word) { return word != 0; })) {
        touched_[kept++] = rank;
      } else {
        is_touched_[rank] = 0;
      }
    }
    touched_.resize(kept);
    if (!std::is_sorted(touched_.begin(), touched_.end())) std::sort(touched_.begin(), touched_.end());
  }

  // The index, in the placement, of the first position whose bit is set. REQUIRES: normalise() was called, and a bit is
  // set.
  std::uint32_t lowest() const {
    const std::uint64_t* const words = block(touched_.front());
    const auto w =
        static_cast<unsigned>(std::find_if(words, words + kWords, [](auto word) { return word != 0; }) - words);
    return position_index(N, touched_.front(), 0, 0) + index_of_bit<N>(w * 64 + lowest_bit(words[w]));
  }

  void clear() {
    for (const ColouringRank rank : touched_) {
      std::fill_n(block(rank), kWords, std::uint64_t{0});
      is_touched_[rank] = 0;
    }
    touched_.clear();
  }

 private:
  std::vector<std::uint64_t> words_;
  std::vector<std::uint8_t> is_touched_;
  std::vector<ColouringRank> touched_;
};

}  // namespace uisge
