// A hash table of bounded size for the facts that a search has proved. The threads of the search share the table.
//
// A fact is about a position and one of its sides, the attacker. The fact says "the attacker can force a win within w
// plies", or "the attacker cannot force a win within c plies". A fact does not depend on the path by which the search
// came to the position, nor on the search's limits. So facts hold everywhere, and repeated positions need no special
// care (docs/search.md). Facts about the same position and attacker are merged. When a bucket is full, the fact whose
// proof took the least work is evicted.
//
// Lock-free. An entry has two words: the data, and a tag, which is the XOR of the occupied squares and a hash of the
// data. A reader computes the squares from both words. If the words come from two different writes, the computed
// squares match those of the reader's position only with probability 2^-64, so the reader finds no entry.
#pragma once

#include <cstdint>
#include <functional>

#include "core/error.h"
#include "core/moves.h"
#include "solver/placements/position_key.h"
#include "solver/search/bucket_table.h"

namespace uisge {

// The greatest number of plies that a search may look ahead.
inline constexpr int kMaxSearchPlies = 500;

struct Fact {
  static constexpr int kUnknownWin = 1023;  // this value of win_within means that no win is known

  int no_win_within = -1;        // the attacker cannot win within this number of plies; -1: unknown
  int win_within = kUnknownWin;  // the attacker can win within this number of plies
  Move move;                     // the winning or refuting move; a pass if none is stored
  int work = 0;                  // about log2 of the number of positions that the proof visited
};

class FactTable {
 public:
  static Result<FactTable> make(std::uint64_t bytes) {
    return BucketTable::make(bytes).map([](BucketTable&& table) { return FactTable(std::move(table)); });
  }

  bool find(const PositionKey& key, Fact& fact) const;  // leaves `fact` unchanged if the table lacks the key
  void store(const PositionKey& key, const Fact& fact);
  bool has_room_for(const PositionKey& key) const;  // whether store() would evict no other fact
  // Calls `visit` for every fact. Other threads may store facts during the call.
  void for_each(const std::function<void(const PositionKey&, const Fact&)>& visit) const;
  // Prefetches the memory that find() and store() access for a key with this hash.
  [[gnu::always_inline]] void prefetch(std::uint64_t hash) const { table_.prefetch(hash); }

  std::uint64_t bytes() const { return table_.bytes(); }
  double load() const { return table_.load(); }

 private:
  explicit FactTable(BucketTable table) : table_(std::move(table)) {}

  // Each entry has a tag and data. The tag is the set of occupied squares xor mix_bits(data). The data are these
  // fields, with their numbers of bits: piece_bits of the key (25, never 0), no_win_within + 1 (10), win_within (10),
  // the squares of `move` (6 and 6), `work` (7).
  BucketTable table_;
};

}  // namespace uisge
