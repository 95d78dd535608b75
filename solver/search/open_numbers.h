// A hash table of bounded size for the proof and disproof numbers of open questions: "can this attacker win within N
// plies?" All threads share the table.
//
// Proof numbers only say where to search next, so an entry may be lost or wrong. Therefore a 64-bit hash is enough to
// identify an entry, and entries are written without a lock. The answers to questions are facts and belong in a
// FactTable. When a bucket is full, the entry that took the least work is evicted. About one eviction in eight also
// halves the recorded work of the bucket's other entries, so that old questions make room for new questions.
#pragma once

#include <cstdint>
#include <functional>

#include "core/error.h"
#include "solver/placements/position_key.h"
#include "solver/search/bucket_table.h"

namespace uisge {

// Estimates of the work that is left to prove, and to disprove, that the attacker wins. For a settled question one
// number is 0 and the other is infinity. For an open question both numbers are at least 1.
struct ProofNumbers {
  float proof = 1;
  float disproof = 1;
  bool is_settled() const { return proof == 0 || disproof == 0; }
};

class OpenNumbers {
 public:
  static Result<OpenNumbers> make(std::uint64_t bytes) {
    return BucketTable::make(bytes).map([](BucketTable&& table) { return OpenNumbers(std::move(table)); });
  }

  // Identifies a question. The key has the position and the attacker; `plies` is the question's limit N.
  static std::uint64_t hash(const PositionKey& key, int plies) {
    return mix_bits(key.hash() + static_cast<std::uint64_t>(plies) * kGoldenRatio);
  }

  bool find(std::uint64_t hash, ProofNumbers& numbers) const;
  // `work` is about log2 of the number of visited positions. The proof numbers are rounded up, by less than 2^-16 of
  // their size. REQUIRES: the question is open.
  void store(std::uint64_t hash, ProofNumbers numbers, int work);
  // Calls visit(hash, numbers, work) for every entry. Other threads may store entries meanwhile.
  void for_each(const std::function<void(std::uint64_t, ProofNumbers, int)>& visit) const;
  // Prefetches the memory that find() and store() access for this hash.
  [[gnu::always_inline]] void prefetch(std::uint64_t hash) const { table_.prefetch(hash); }

  double load() const { return table_.load(); }

 private:
  explicit OpenNumbers(BucketTable table) : table_(std::move(table)) {}

  // tag: the hash; data, in bits: proof (24), disproof (24), work (8)
  BucketTable table_;
};

}  // namespace uisge
