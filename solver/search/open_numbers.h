// Proof and disproof numbers of questions that are still open, shared by all threads: a hash table of bounded size.
//
// Numbers only say where to search next. Nothing is ever proved by them, so an entry is found by a hash of 64 bits,
// is written without a lock, and may be lost or wrong. What is settled is a fact and belongs into a FactTable. When
// room is short, the entry that took the least work goes, and those that stay grow older, so that yesterday's questions
// make room for today's.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "core/error.h"
#include "solver/placements/position_key.h"
#include "solver/zeroed_memory.h"

namespace uisge {

// How much is at least left to do to prove (disprove) that the attacker wins. 0 when that is done, and the other
// number is infinite then; both are 1 or more otherwise.
struct ProofNumbers {
  float proof = 1;
  float disproof = 1;
  bool is_settled() const { return proof == 0 || disproof == 0; }
};

class OpenNumbers {
 public:
  // Rounds down to whole buckets, at least one. Errors (resource): the system refuses.
  static Result<OpenNumbers> make(std::uint64_t bytes);

  // The name of a question: a position, who attacks, and how many plies are left.
  static std::uint64_t hash(const PositionKey& key, int plies) {
    return mix_bits(key.hash() + static_cast<std::uint64_t>(plies) * kGoldenRatio);
  }

  bool find(std::uint64_t hash, ProofNumbers& numbers) const;
  // `work` is log2 of the positions visited for it. Numbers are rounded up by at most 2^-16. REQUIRES: not settled.
  void store(std::uint64_t hash, ProofNumbers numbers, int work);
  // Calls visit(hash, numbers, work) for every entry, also while threads store more.
  void for_each(const std::function<void(std::uint64_t, ProofNumbers, int)>& visit) const;
  // Asks for the memory that the next call with this hash will read.
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&buckets_[bucket_of(hash)]); }

  std::uint64_t bytes() const { return bucket_count_ * sizeof(Bucket); }
  // The share of entries in use, from a sample.
  double load() const;

 private:
  struct Entry {
    std::atomic<std::uint64_t> hash;
    std::atomic<std::uint64_t> data;  // proof 24 bits, disproof 24, work 8; 0: empty
  };
  static constexpr std::size_t kEntries = 4;
  struct alignas(64) Bucket {
    Entry entries[kEntries];
  };
  static_assert(sizeof(Bucket) == 64, "one cache line");

  OpenNumbers(ZeroedMemory memory, std::uint64_t bucket_count);

  std::size_t bucket_of(std::uint64_t hash) const {
    return static_cast<std::size_t>((hash >> 32) * bucket_count_ >> 32);
  }

  ZeroedMemory memory_;
  Bucket* buckets_;
  std::uint64_t bucket_count_;
};

}  // namespace uisge
