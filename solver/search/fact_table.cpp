#include "solver/search/fact_table.h"

#include <algorithm>

#include "db/bit_mix.h"

namespace uisge {

namespace {

constexpr std::uint64_t kPieceMask = (std::uint64_t{1} << PositionKey::kPieceBits) - 1;
constexpr int kNoWinShift = PositionKey::kPieceBits;
constexpr int kWinShift = kNoWinShift + 10;
constexpr int kFromShift = kWinShift + 10;
constexpr int kToShift = kFromShift + 6;
constexpr int kWorkShift = kToShift + 6;
static_assert(kWorkShift + 7 == 64);
static_assert(kMaxSearchPlies + 1 < 1023);

std::uint64_t pack(const PositionKey& key, const Fact& fact) {
  const auto field = [](int value, int shift) { return static_cast<std::uint64_t>(value) << shift; };
  return key.piece_bits | field(fact.no_win_within + 1, kNoWinShift) | field(fact.win_within, kWinShift) |
         field(fact.move.from.index(), kFromShift) | field(fact.move.to.index(), kToShift) |
         field(fact.work, kWorkShift);
}

Fact unpack(std::uint64_t data) {
  const auto field = [data](int shift, int bits) { return static_cast<int>(data >> shift & ((1U << bits) - 1)); };
  return {field(kNoWinShift, 10) - 1,
          field(kWinShift, 10),
          {Square(field(kFromShift, 6)), Square(field(kToShift, 6))},
          field(kWorkShift, 7)};
}

}  // namespace

bool FactTable::find(const PositionKey& key, Fact& fact) const {
  for (const BucketEntry& entry : table_[table_.index_of(key.hash())].entries) {
    const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
    if ((data & kPieceMask) != key.piece_bits) continue;
    if ((entry.tag.load(std::memory_order_relaxed) ^ mix_bits(data)) != key.occupied_bits) continue;
    fact = unpack(data);
    return true;
  }
  return false;
}

void FactTable::store(const PositionKey& key, const Fact& fact) {
  Bucket& bucket = table_[table_.index_of(key.hash())];
  Fact merged = fact;
  BucketEntry* place = nullptr;
  int least_work = 1 << 7;
  for (BucketEntry& entry : bucket.entries) {
    const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
    if ((data & kPieceMask) == key.piece_bits &&
        (entry.tag.load(std::memory_order_relaxed) ^ mix_bits(data)) == key.occupied_bits) {
      const Fact old = unpack(data);
      merged.no_win_within = std::max(fact.no_win_within, old.no_win_within);
      merged.win_within = std::min(fact.win_within, old.win_within);
      merged.work = std::max(fact.work, old.work);
      if (fact.move.is_pass()) merged.move = old.move;
      place = &entry;
      break;
    }
    const int work = data == 0 ? -1 : unpack(data).work;
    if (work < least_work) {
      least_work = work;
      place = &entry;
    }
  }
  const std::uint64_t data = pack(key, merged);
  place->data.store(data, std::memory_order_relaxed);
  place->tag.store(key.occupied_bits ^ mix_bits(data), std::memory_order_relaxed);
}

bool FactTable::has_room_for(const PositionKey& key) const {
  Fact known;
  const auto& entries = table_[table_.index_of(key.hash())].entries;
  return std::ranges::any_of(entries, [](const BucketEntry& entry) { return entry.data == 0; }) || find(key, known);
}

void FactTable::for_each(const std::function<void(const PositionKey&, const Fact&)>& visit) const {
  for (std::uint64_t i = 0; i < table_.count(); ++i) {
    for (const BucketEntry& entry : table_[i].entries) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      if (data == 0) continue;
      const PositionKey key{entry.tag.load(std::memory_order_relaxed) ^ mix_bits(data),
                            static_cast<std::uint32_t>(data & kPieceMask)};
      // The two words of an entry may come from different writes. Then the key almost certainly belongs in another
      // bucket.
      if (table_.index_of(key.hash()) == i) visit(key, unpack(data));
    }
  }
}

}  // namespace uisge
