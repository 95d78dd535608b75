// What the search has proven, shared by its threads: a hash table of bounded size that only ever holds true facts.
//
// A fact is about a position and one side, the attacker: "it can force a win within w plies", "it cannot force one
// within c plies". Both are statements about the game alone; how a search came to the position, what lies on its path
// and what its limits were do not enter. That is why a hit may be used anywhere and why repetitions need no care
// (docs/search.md). Facts about the same position are merged; when room is short, those that took the least work go.
//
// Lock-free. An entry is two words, the second folded into the first: a reader who meets halves of two different
// writes unfolds squares that do not match (up to a coincidence in 64 bits within that race) and sees no entry.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "core/error.h"
#include "core/moves.h"
#include "solver/placements/position_key.h"
#include "solver/zeroed_memory.h"

namespace uisge {

// Limits of a search; also what a fact can hold.
inline constexpr int kMaxSearchPlies = 500;

struct Fact {
  static constexpr int kUnknownWin = 1023;

  int no_win_within = -1;        // the attacker cannot win within this number of plies; -1: nothing known
  int win_within = kUnknownWin;  // it can
  Move move;                     // the winning move, or the refutation; a pass when there is none
  int work = 0;                  // log2 of the positions visited for it
};

class FactTable {
 public:
  // Rounds down to whole buckets, at least one and at most 256 GiB of them; memory is only reserved, and touched as it
  // fills. Errors (resource): the system refuses.
  static Result<FactTable> make(std::uint64_t bytes);

  bool find(const PositionKey& key, Fact& fact) const;
  void store(const PositionKey& key, const Fact& fact);
  // Calls visit for every fact, also while threads store more.
  void for_each(const std::function<void(const PositionKey&, const Fact&)>& visit) const;
  // Asks for the memory that the next two calls with this hash will read.
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&buckets_[bucket_of(hash)]); }

  std::uint64_t bytes() const { return bucket_count_ * sizeof(Bucket); }
  // The share of entries in use, from a sample.
  double load() const;

 private:
  struct Entry {
    std::atomic<std::uint64_t> folded;  // occupied squares xor fold(data)
    std::atomic<std::uint64_t> data;    // piece bits 25, no_win_within + 1 10, win_within 10, from 6, to 6, work 7
  };
  static constexpr std::size_t kEntries = 4;
  struct alignas(64) Bucket {
    Entry entries[kEntries];
  };
  static_assert(sizeof(Bucket) == 64, "one cache line");
  static constexpr std::uint64_t kMaxBuckets = std::uint64_t{1} << 32;  // as many as 32 bits of the hash tell apart

  FactTable(ZeroedMemory memory, std::uint64_t bucket_count);

  std::size_t bucket_of(std::uint64_t hash) const {
    return static_cast<std::size_t>((hash >> 32) * bucket_count_ >> 32);
  }

  ZeroedMemory memory_;
  Bucket* buckets_;
  std::uint64_t bucket_count_;
};

}  // namespace uisge
