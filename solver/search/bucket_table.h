// The memory of a search's hash tables. A table consists of buckets, each one cache line of four entries.
//
// An entry has two words, which threads read and write without a lock. The class that owns the table decides what an
// entry means, and must detect entries whose two words come from different writes. The upper 32 bits of a hash choose
// the bucket.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "core/error.h"
#include "solver/zeroed_memory.h"

namespace uisge {

struct BucketEntry {
  std::atomic<std::uint64_t> tag;
  std::atomic<std::uint64_t> data;  // 0: empty
};
struct alignas(64) Bucket {
  std::array<BucketEntry, 4> entries;
};
static_assert(sizeof(Bucket) == 64, "one cache line");

class BucketTable {
 public:
  // Makes a table of `bytes` bytes, rounded down to whole buckets. The table has at least one bucket, and at most 256
  // GiB. The system provides the memory only as the table fills. Errors: resource if the system refuses the memory.
  static Result<BucketTable> make(std::uint64_t bytes);

  std::uint64_t index_of(std::uint64_t hash) const { return (hash >> 32) * count_ >> 32; }
  Bucket& operator[](std::uint64_t index) const { return buckets_[index]; }
  // Prefetches the bucket of this hash. Always inlined, as all functions that only prefetch must be: GCC removes the
  // calls of such a function.
  [[gnu::always_inline]] void prefetch(std::uint64_t hash) const { __builtin_prefetch(&buckets_[index_of(hash)]); }

  std::uint64_t count() const { return count_; }
  std::uint64_t bytes() const { return count_ * sizeof(Bucket); }
  // The share of used entries, estimated from a sample.
  double load() const;

 private:
  BucketTable(ZeroedMemory memory, std::uint64_t count)
      : memory_(std::move(memory)), buckets_(static_cast<Bucket*>(memory_.get())), count_(count) {}

  ZeroedMemory memory_;
  Bucket* buckets_;
  std::uint64_t count_;
};

}  // namespace uisge
