// Functions for rows of replies. They update the best reply of each position and its counts of moves. A reply is the
// position after a move, given by its reply key (reply_key.h). Element i of each row belongs to position i.
//
// The functions use the vector types of GCC and clang, since not every version of these compilers vectorises plain
// loops. With one or two pieces a side a row has fewer keys than a vector, so it is processed key by key. The functions
// use only the caller's memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "db/reply_key.h"

namespace uisge {

inline constexpr std::size_t kKeyLanes = 8;
using ReplyKeys [[gnu::vector_size(kKeyLanes * sizeof(ReplyKey))]] = ReplyKey;
using UnsignedKeys [[gnu::vector_size(kKeyLanes * sizeof(ReplyKey))]] = std::make_unsigned_t<ReplyKey>;

[[gnu::always_inline]] inline ReplyKeys load_keys(const ReplyKey* from) {
  ReplyKeys keys;
  std::memcpy(&keys, from, sizeof keys);
  return keys;
}

// best[i] = max(best[i], replies[i])
template <std::size_t kCount>
[[gnu::always_inline]] inline void take_best(ReplyKey* best, const ReplyKey* replies) {
  if constexpr (kCount < kKeyLanes) {
    for (std::size_t i = 0; i < kCount; ++i) best[i] = std::max(best[i], replies[i]);
  } else {
    for (std::size_t i = 0; i < kCount; i += kKeyLanes) {
      const ReplyKeys ours = load_keys(best + i);
      const ReplyKeys theirs = load_keys(replies + i);
      const ReplyKeys larger = ours > theirs ? ours : theirs;
      std::memcpy(best + i, &larger, sizeof larger);
    }
  }
}

// The numbers of moves of several positions, by the value of the position after the move. Each array has one element
// per position.
struct ReplyCounts {
  ReplyKey* winning;  // the number of moves to a lost position
  ReplyKey* losing;   // the number of moves to a won position
  ReplyKey* at_once;  // the number of moves to a position in which the opponent has won or can win with one move
  ReplyKey* best;     // the number of moves that are as good as the best move so far
};

// Adds a reply for each of kCount positions to that position's counts. REQUIRES: best[i] is the greatest key among the
// replies of position i that were added before.
template <std::size_t kCount>
[[gnu::always_inline]] inline void count_replies(const ReplyCounts& counts, const ReplyKey* best,
                                                 const ReplyKey* replies) {
  constexpr ReplyKey kWinInOneKey = kWinInZeroKey + 1;
  if constexpr (kCount < kKeyLanes) {
    for (std::size_t i = 0; i < kCount; ++i) {
      counts.winning[i] = static_cast<ReplyKey>(counts.winning[i] + (replies[i] > 0));
      counts.losing[i] = static_cast<ReplyKey>(counts.losing[i] + (replies[i] < 0));
      counts.at_once[i] = static_cast<ReplyKey>(counts.at_once[i] + (replies[i] <= kWinInOneKey));
      if (replies[i] > best[i]) counts.best[i] = 0;
      counts.best[i] = static_cast<ReplyKey>(counts.best[i] + (replies[i] >= best[i]));
    }
  } else {
    const auto add = [](ReplyKey* to, std::size_t i, ReplyKeys holds) {
      const ReplyKeys sum = load_keys(to + i) - holds;  // a comparison that holds gives -1
      std::memcpy(to + i, &sum, sizeof sum);
    };
    for (std::size_t i = 0; i < kCount; i += kKeyLanes) {
      const ReplyKeys ours = load_keys(best + i);
      const ReplyKeys theirs = load_keys(replies + i);
      add(counts.winning, i, theirs > 0);
      add(counts.losing, i, theirs < 0);
      add(counts.at_once, i, theirs <= kWinInOneKey);
      const ReplyKeys kept = load_keys(counts.best + i) & ~(theirs > ours);
      const ReplyKeys sum = kept - (theirs >= ours);
      std::memcpy(counts.best + i, &sum, sizeof sum);
    }
  }
}

// keys[i] = key_before(keys[i])
template <std::size_t kCount>
[[gnu::always_inline]] inline void step_back(ReplyKey* keys) {
  if constexpr (kCount < kKeyLanes) {
    for (std::size_t i = 0; i < kCount; ++i) keys[i] = key_before(keys[i]);
  } else {
    for (std::size_t i = 0; i < kCount; i += kKeyLanes) {
      const ReplyKeys best = load_keys(keys + i);
      // A comparison of vectors sets all bits of each element for which it holds.
      const auto is_loss = reinterpret_cast<UnsignedKeys>(best > 0);
      const auto is_win = reinterpret_cast<UnsignedKeys>(best < 0);
      // The vectors are unsigned, since `1 - bits` may overflow (undefined for signed numbers) in elements that the
      // masks then discard.
      const auto bits = reinterpret_cast<UnsignedKeys>(best);
      const UnsignedKeys before = ((1 - bits) & is_loss) | ((~bits) & is_win);
      std::memcpy(keys + i, &before, sizeof before);
    }
  }
}

}  // namespace uisge
