// Sets bits all over memory. Each bit is set some calls later, when its word has had time to arrive from memory.
//
// For one thread. The destructor sets pending bits, so the words must outlive the object.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "solver/kernel/block_shape.h"

namespace uisge {

class DelayedBits {
 public:
  DelayedBits() { pending_.fill({&nowhere_, 0}); }
  DelayedBits(const DelayedBits&) = delete;
  DelayedBits& operator=(const DelayedBits&) = delete;
  ~DelayedBits() {
    for (const Pending& slot : pending_) *slot.word |= slot.mask;
  }

  // Sets a bit that is numbered from the first word.
  void set(std::uint64_t* words, std::uint32_t bit) {
    Pending& slot = pending_[next_++ % pending_.size()];
    *slot.word |= slot.mask;
    slot = {words + bit / 64, bit_in_word(bit)};
    __builtin_prefetch(slot.word, 1);
  }

 private:
  static constexpr std::size_t kDelay = 32;
  struct Pending {
    std::uint64_t* word;
    std::uint64_t mask;
  };
  std::uint64_t nowhere_ = 0;
  std::array<Pending, kDelay> pending_;
  std::size_t next_ = 0;
};

}  // namespace uisge
