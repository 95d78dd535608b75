// Rows of reply keys: what verification does to every position, several at a time.
//
// With the compiler's vectors (GCC, clang), since what it makes of loops depends on its version. Rows of fewer keys
// than a vector has, those of one and two pieces a side, are done one by one. Pure functions on memory of the caller.
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

// keys[i] = key_before(keys[i])
template <std::size_t kCount>
[[gnu::always_inline]] inline void step_back(ReplyKey* keys) {
  if constexpr (kCount < kKeyLanes) {
    for (std::size_t i = 0; i < kCount; ++i) keys[i] = key_before(keys[i]);
  } else {
    for (std::size_t i = 0; i < kCount; i += kKeyLanes) {
      const ReplyKeys best = load_keys(keys + i);
      // A comparison that holds is -1, all bits set.
      const auto is_loss = reinterpret_cast<UnsignedKeys>(best > 0);
      const auto is_win = reinterpret_cast<UnsignedKeys>(best < 0);
      // Unsigned, since in the lanes where neither holds, or the other one, the difference may leave the range.
      const auto bits = reinterpret_cast<UnsignedKeys>(best);
      const UnsignedKeys before = ((1 - bits) & is_loss) | ((~bits) & is_win);
      std::memcpy(keys + i, &before, sizeof before);
    }
  }
}

}  // namespace uisge
