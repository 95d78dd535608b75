// Sets bits all over memory: each is set some calls later, when its word has had time to arrive.
//
// For one thread. What is pending is set by flush() or the destructor; the words have to live until then.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace uisge {

class DelayedBits {
 public:
  DelayedBits() = default;
  DelayedBits(const DelayedBits&) = delete;
  DelayedBits& operator=(const DelayedBits&) = delete;
  ~DelayedBits() { flush(); }

  // The bit numbered from the first word.
  void set(std::uint64_t* words, std::uint32_t bit) {
    Pending& slot = pending_[next_++ % pending_.size()];
    *slot.word |= slot.mask;
    slot = {words + bit / 64, std::uint64_t{1} << (bit % 64)};
    __builtin_prefetch(slot.word, 1);
  }
  void flush() {
    for (Pending& slot : pending_) {
      *slot.word |= slot.mask;
      slot = {};
    }
  }

 private:
  static constexpr std::size_t kDelay = 32;
  static inline thread_local std::uint64_t nowhere_ = 0;
  struct Pending {
    std::uint64_t* word = &nowhere_;
    std::uint64_t mask = 0;
  };
  std::array<Pending, kDelay> pending_;
  std::size_t next_ = 0;
};

}  // namespace uisge
