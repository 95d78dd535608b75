#include "solver/search/open_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>

#include "solver/ratio.h"

namespace uisge {

namespace {

constexpr std::uint64_t kMostBuckets = std::uint64_t{1} << 32;  // the number that 32 bits of the hash can tell apart
constexpr int kNumberBits = 24;
constexpr int kOpenWorkShift = 2 * kNumberBits;
constexpr std::uint64_t kNumberMask = (std::uint64_t{1} << kNumberBits) - 1;
constexpr int kLostBits = 31 - kNumberBits;  // a float that is not negative has 31 bits

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

OpenNumbers::OpenNumbers(ZeroedMemory memory, std::uint64_t bucket_count)
    : memory_(std::move(memory)), buckets_(static_cast<Bucket*>(memory_.get())), bucket_count_(bucket_count) {}

Result<OpenNumbers> OpenNumbers::make(std::uint64_t bytes) {
  const std::uint64_t bucket_count = std::clamp<std::uint64_t>(bytes / sizeof(Bucket), 1, kMostBuckets);
  const std::size_t size = bucket_count * sizeof(Bucket);
  ZeroedMemory memory = map_zeroed_memory(size, Commitment::kWhenUsed);
  if (!memory) {
    return resource_error(fmt::format("search table: there is no memory for {} bytes ({})", size, std::strerror(errno)),
                          {{Remedy::kLessMemory}});
  }
  return OpenNumbers(std::move(memory), bucket_count);
}

bool OpenNumbers::find(std::uint64_t hash, ProofNumbers& numbers) const {
  for (const Entry& entry : buckets_[bucket_of(hash)].entries) {
    if (entry.hash.load(std::memory_order_relaxed) != hash) continue;
    const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
    if (data == 0) continue;
    numbers = {unpacked(data), unpacked(data >> kNumberBits)};
    return true;
  }
  return false;
}

void OpenNumbers::store(std::uint64_t hash, ProofNumbers numbers, int work) {
  Bucket& bucket = buckets_[bucket_of(hash)];
  Entry* place = nullptr;
  int least_work = 1 << 8;
  bool is_full = true;
  for (Entry& entry : bucket.entries) {
    const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
    if (data != 0 && entry.hash.load(std::memory_order_relaxed) == hash) {
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
  // When a bucket is full, about every eighth store halves the work of the entries that stay.
  if (is_full && (hash & 7) == 0) {
    for (Entry& entry : bucket.entries) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      if (&entry != place && work_of(data) > 0) {
        entry.data.store(data - (std::uint64_t{1} << kOpenWorkShift), std::memory_order_relaxed);
      }
    }
  }
  place->hash.store(hash, std::memory_order_relaxed);
  place->data.store(packed(numbers.proof) | packed(numbers.disproof) << kNumberBits |
                        static_cast<std::uint64_t>(work) << kOpenWorkShift,
                    std::memory_order_relaxed);
}

void OpenNumbers::for_each(const std::function<void(std::uint64_t, ProofNumbers, int)>& visit) const {
  for (std::uint64_t i = 0; i < bucket_count_; ++i) {
    for (const Entry& entry : buckets_[i].entries) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      if (data == 0) continue;
      visit(entry.hash.load(std::memory_order_relaxed), {unpacked(data), unpacked(data >> kNumberBits)}, work_of(data));
    }
  }
}

double OpenNumbers::load() const {
  const std::size_t sample = static_cast<std::size_t>(std::min<std::uint64_t>(bucket_count_, 4096));
  std::size_t used = 0;
  for (std::size_t i = 0; i < sample; ++i) {
    for (const Entry& entry : buckets_[i * (bucket_count_ / sample)].entries) {
      if (entry.data.load(std::memory_order_relaxed) != 0) ++used;
    }
  }
  return ratio(used, sample * kEntries);
}

}  // namespace uisge
