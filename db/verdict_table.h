// A direct-mapped cache of labels that were derived from moves: each cell has one place in the table, where a new label
// replaces the old one.
//
// A label is needed again when its position is reached by another move or in a main line. The table takes 512 KiB, so
// it is cheap enough to make for a single query. Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "db/bit_mix.h"
#include "db/label_code.h"
#include "db/position_cell.h"

namespace uisge {

class VerdictTable {
 public:
  VerdictTable() : entries_(kEntries) {}

  std::optional<LabelCode> find(PositionCell cell) const {
    const Entry& entry = entries_[place_of(number_of(cell))];
    if (entry.number != number_of(cell)) return std::nullopt;
    return entry.code;
  }
  void put(PositionCell cell, LabelCode code) { entries_[place_of(number_of(cell))] = {number_of(cell), code}; }

 private:
  static constexpr int kPlaceBits = 15;
  static constexpr std::size_t kEntries = std::size_t{1} << kPlaceBits;

  struct Entry {
    std::uint64_t number = 0;  // 0: the place is empty
    LabelCode code = kDrawCode;
  };
  static_assert(sizeof(Entry) == 16);

  // The cell's number, which is never 0. No two cells have the same number, since an index in a placement is below
  // 2^22.
  static std::uint64_t number_of(PositionCell cell) { return (std::uint64_t{cell.placement} << 32 | cell.index) + 1; }
  // Hashes by multiplication with the golden ratio (Knuth, volume 3, 6.4), after which the upper bits depend on all
  // bits of `number`.
  static std::size_t place_of(std::uint64_t number) { return number * kGoldenRatio >> (64 - kPlaceBits); }

  std::vector<Entry> entries_;
};

}  // namespace uisge
