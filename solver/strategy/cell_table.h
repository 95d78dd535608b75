// A set of cells (db/position_cell.h), to which several threads can add. Each cell has a slot, whose number is an index
// into other tables with data about the cell.
//
// A hash table with open addressing. The number of slots is a power of two; at most half of them are taken. A slot has
// 8 bytes.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>

#include "db/bit_mix.h"
#include "db/position_cell.h"

namespace uisge {

class CellTable {
 public:
  using Slot = std::uint32_t;
  struct Added {
    Slot slot;
    bool is_new;
  };

  // Makes a table with room for `cells` cells. REQUIRES: `cells` is at least 1 and at most 2^30. Throws std::bad_alloc.
  explicit CellTable(std::size_t cells)
      : slots_(std::bit_ceil(2 * cells)), keys_(std::make_unique<std::atomic<std::uint64_t>[]>(slots_)) {}

  std::size_t slots() const { return slots_; }

  // Thread-safe. REQUIRES: the table has room.
  Added add(PositionCell cell) {
    const std::uint64_t key = key_of(cell);
    for (std::size_t at = home(key);; at = (at + 1) & (slots_ - 1)) {
      std::uint64_t found = keys_[at].load(std::memory_order_relaxed);
      if (found == kEmpty && keys_[at].compare_exchange_strong(found, key, std::memory_order_relaxed)) {
        return {static_cast<Slot>(at), true};
      }
      if (found == key) return {static_cast<Slot>(at), false};
    }
  }

  // Returns the cell's slot, or std::nullopt if the table lacks the cell. REQUIRES: no other thread adds cells.
  std::optional<Slot> find(PositionCell cell) const {
    const std::uint64_t key = key_of(cell);
    for (std::size_t at = home(key);; at = (at + 1) & (slots_ - 1)) {
      const std::uint64_t found = keys_[at].load(std::memory_order_relaxed);
      if (found == key) return static_cast<Slot>(at);
      if (found == kEmpty) return std::nullopt;
    }
  }

  // REQUIRES: the slot is taken.
  PositionCell cell(Slot slot) const {
    const std::uint64_t key = keys_[slot].load(std::memory_order_relaxed) - 1;
    return {static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key)};
  }

  // REQUIRES: no other thread uses the table.
  void clear() {
    for (std::size_t at = 0; at < slots_; ++at) keys_[at].store(kEmpty, std::memory_order_relaxed);
  }

 private:
  static constexpr std::uint64_t kEmpty = 0;

  // A cell's index is below 2^32 - 1, so no key equals kEmpty.
  static std::uint64_t key_of(PositionCell cell) { return (std::uint64_t{cell.placement} << 32 | cell.index) + 1; }
  std::size_t home(std::uint64_t key) const { return mix_bits(key * kGoldenRatio) & (slots_ - 1); }

  std::size_t slots_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> keys_;
};

}  // namespace uisge
