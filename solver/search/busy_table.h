// Marks the positions that some thread is searching, so that other threads of the same search can avoid them. A
// position is identified by its hash. A lost or wrong mark costs time, but never makes an answer wrong. Lock-free.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace uisge {

class BusyTable {
 public:
  bool contains(std::uint64_t hash) const { return slot(hash).load(std::memory_order_relaxed) == hash; }
  void mark(std::uint64_t hash) { slot(hash).store(hash, std::memory_order_relaxed); }
  void unmark(std::uint64_t hash) {
    if (contains(hash)) slot(hash).store(0, std::memory_order_relaxed);
  }

 private:
  using Slot = std::atomic<std::uint64_t>;
  static constexpr std::size_t kSlots = 1 << 14;
  const Slot& slot(std::uint64_t hash) const { return slots_[hash % kSlots]; }
  Slot& slot(std::uint64_t hash) { return slots_[hash % kSlots]; }
  std::array<Slot, kSlots> slots_{};
};

}  // namespace uisge
