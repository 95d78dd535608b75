#include "solver/search/open_numbers.h"

#include <algorithm>
#include <bit>

namespace uisge {

namespace {

constexpr int kNumberBits = 24;
constexpr int kOpenWorkShift = 2 * kNumberBits;
constexpr std::uint64_t kNumberMask = (std::uint64_t{1} << kNumberBits) - 1;
constexpr int kLostBits = 31 - kNumberBits;  // a float has 31 bits besides its sign; the lowest bits are dropped

std::uint64_t packed(float number) {
  return (std::bit_cast<std::uint32_t>(number) + (1U << kLostBits) - 1) >> kLostBits;
}
float unpacked(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits & kNumberMask) << kLostBits);
}
int work_of(std::uint64_t data) {
  return static_cast<int>(data >> kOpenWorkShift);
}

}  // namespace

bool OpenNumbers::find(std::uint64_t hash, ProofNumbers& numbers) const {
  for (const BucketEntry& entry : table_[table_.index_of(hash)].entries) {
    if (entry.tag.load(std::memory_order_relaxed) != hash) continue;
    const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
    if (data == 0) continue;
    numbers = {unpacked(data), unpacked(data >> kNumberBits)};
    return true;
  }
  return false;
}

void OpenNumbers::store(std::uint64_t hash, ProofNumbers numbers, int work) {
  Bucket& bucket = table_[table_.index_of(hash)];
  BucketEntry* place = nullptr;
  int least_work = 1 << 8;
  bool is_full = true;
  for (BucketEntry& entry : bucket.entries) {
    const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
    if (data != 0 && entry.tag.load(std::memory_order_relaxed) == hash) {
      work = std::max(work, work_of(data));
      place = &entry;
      is_full = false;
      break;
    }
    if (data == 0) is_full = false;
    const int old_work = data == 0 ? -1 : work_of(data);
    if (old_work < least_work) {
      least_work = old_work;
      place = &entry;
    }
  }
  // An entry records log2 of the work that its numbers took. Of the calls that store to a full bucket, about one in
  // eight subtracts 1 from the logarithms of all the bucket's other entries, as if their work had been half as much. So
  // old entries are evicted sooner or later.
  if (is_full && (hash & 7) == 0) {
    for (BucketEntry& entry : bucket.entries) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      if (&entry != place && work_of(data) > 0) {
        entry.data.store(data - (std::uint64_t{1} << kOpenWorkShift), std::memory_order_relaxed);
      }
    }
  }
  place->tag.store(hash, std::memory_order_relaxed);
  place->data.store(packed(numbers.proof) | packed(numbers.disproof) << kNumberBits |
                        static_cast<std::uint64_t>(work) << kOpenWorkShift,
                    std::memory_order_relaxed);
}

void OpenNumbers::for_each(const std::function<void(std::uint64_t, ProofNumbers, int)>& visit) const {
  for (std::uint64_t i = 0; i < table_.count(); ++i) {
    for (const BucketEntry& entry : table_[i].entries) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      if (data == 0) continue;
      visit(entry.tag.load(std::memory_order_relaxed), {unpacked(data), unpacked(data >> kNumberBits)}, work_of(data));
    }
  }
}

}  // namespace uisge
