// A hash table of bounded size for the proof and disproof numbers of open questions. All threads share the table.
//
// Numbers only say where to search next and prove nothing, so an entry may be lost or wrong. Therefore entries are
// found by a hash of 64 bits and written without a lock. Settled questions are facts and belong in a FactTable. When a
// bucket is full, the entry that took the least work is evicted. The other entries of the bucket age, so that old
// questions make room for new questions.
#pragma once

#include <cstdint>
#include <functional>

#include "core/error.h"
#include "solver/placements/position_key.h"
#include "solver/search/bucket_table.h"

namespace uisge {

// Estimates of the work that is left to prove, and to disprove, that the attacker wins. For a settled question one
// number is 0 and the other is infinity. For an open question both are at least 1.
struct ProofNumbers {
  float proof = 1;
  float disproof = 1;
  bool is_settled() const { return proof == 0 || disproof == 0; }
};

class OpenNumbers {
 public:
  // Errors: those of BucketTable::make.
  static Result<OpenNumbers> make(std::uint64_t bytes) {
    return BucketTable::make(bytes).map([](BucketTable&& table) { return OpenNumbers(std::move(table)); });
  }

  // Identifies a question: a position, the attacker, and the plies that are left.
  static std::uint64_t hash(const PositionKey& key, int plies) {
    return mix_bits(key.hash() + static_cast<std::uint64_t>(plies) * kGoldenRatio);
  }

  bool find(std::uint64_t hash, ProofNumbers& numbers) const;
  // `work` is log2 of the positions visited. The proof numbers are rounded up, by less than 2^-16 of their size.
  // REQUIRES: the question is open.
  void store(std::uint64_t hash, ProofNumbers numbers, int work);
  // Calls visit(hash, numbers, work) for every entry. Threads may store entries meanwhile.
  void for_each(const std::function<void(std::uint64_t, ProofNumbers, int)>& visit) const;
  // Prefetches the memory that the next call with this hash reads.
  void prefetch(std::uint64_t hash) const { table_.prefetch(hash); }

  std::uint64_t bytes() const { return table_.bytes(); }
  double load() const { return table_.load(); }

 private:
  explicit OpenNumbers(BucketTable table) : table_(std::move(table)) {}

  // tag: the hash; data, in bits: proof (24), disproof (24), work (8)
  BucketTable table_;
};

}  // namespace uisge
