#include "solver/search/bucket_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "solver/ratio.h"

namespace uisge {

namespace {

constexpr std::uint64_t kMostBuckets = std::uint64_t{1} << 32;  // 32 bits of a hash choose the bucket

}  // namespace

Result<BucketTable> BucketTable::make(std::uint64_t bytes) {
  const std::uint64_t count = std::clamp<std::uint64_t>(bytes / sizeof(Bucket), 1, kMostBuckets);
  const std::size_t size = count * sizeof(Bucket);
  ZeroedMemory memory = map_zeroed_memory(size, Commitment::kWhenUsed);
  if (!memory) {
    return resource_error(fmt::format("search table: there is no memory for {} bytes ({})", size, std::strerror(errno)),
                          {{Remedy::kLessMemory}});
  }
  return BucketTable(std::move(memory), count);
}

double BucketTable::load() const {
  const std::uint64_t sample = std::min<std::uint64_t>(count_, 4096);
  std::size_t used = 0;
  for (std::uint64_t i = 0; i < sample; ++i) {
    for (const BucketEntry& entry : buckets_[i * (count_ / sample)].entries) {
      if (entry.data.load(std::memory_order_relaxed) != 0) ++used;
    }
  }
  return ratio(used, sample * buckets_->entries.size());
}

}  // namespace uisge
