// Turns a position's label into a *key*, a 16-bit number: the greater the key, the better the position is for the
// player whose move led to it. The label is seen from the other side, which is now to move:
//
//   lost in d plies     32767 - d     better if the other side loses sooner
//   drawn               0
//   won in d plies      d - 32767     better if the other side wins later
//
// The best move of a position leads to the position with the greatest key. Vector instructions find the greatest keys
// for several positions at once. Every position in which the game is not over obeys one law: its key is key_before(the
// greatest key of the positions after its moves). This law covers all cases that docs/formats/database.md lists. A win
// in d plies has a move to a loss in d - 1 plies, and no move to a quicker loss. Every move of a loss in d plies leads
// to a win, and the slowest of these wins takes d - 1 plies. A draw has a move to a draw, and no move to a loss. Labels
// without distances have d = kUncountedPlies, so their keys are 1 (lost), 0 (drawn) and -1 (won). These keys obey the
// same law with value_before() in place of key_before().
#pragma once

#include <cstdint>

#include "db/label_code.h"

namespace uisge {

using ReplyKey = std::int16_t;

inline constexpr ReplyKey kLossInZeroKey = 32767;
inline constexpr ReplyKey kWinInZeroKey = -32767;
inline constexpr ReplyKey kDrawKey = 0;
inline constexpr ReplyKey kNoReplyKey = -32768;  // stands for "no move"; less than every other key
inline constexpr ReplyKey kUncountedLossKey = kLossInZeroKey - ReplyKey{kUncountedPlies};
inline constexpr ReplyKey kUncountedWinKey = kWinInZeroKey + ReplyKey{kUncountedPlies};
static_assert(kUncountedLossKey == 1 && kUncountedWinKey == -1);
static_assert(kLossInZeroKey - kMaxPlies > kUncountedLossKey && kWinInZeroKey + kMaxPlies < kUncountedWinKey);

constexpr ReplyKey reply_key(LabelCode code) {
  const int distance = (code - 1) >> 1;
  const int decided = (code & 1) != 0 ? distance + kWinInZeroKey : kLossInZeroKey - distance;
  return static_cast<ReplyKey>(code == kDrawCode ? int{kDrawKey} : decided);
}

// REQUIRES: not kNoReplyKey.
constexpr LabelCode code_of(ReplyKey key) {
  const int code = key > 0 ? 2 + 2 * (kLossInZeroKey - key) : 1 + 2 * (key - kWinInZeroKey);
  return static_cast<LabelCode>(key == kDrawKey ? int{kDrawCode} : code);
}

// The key of a position whose best move leads to a position with the key `best`. REQUIRES: best != kNoReplyKey.
constexpr ReplyKey key_before(ReplyKey best) {
  return static_cast<ReplyKey>(best > 0 ? 1 - best : best < 0 ? -1 - best : 0);
}

// As key_before(), but for keys of labels without distances. REQUIRES: best != kNoReplyKey.
constexpr ReplyKey value_before(ReplyKey best) {
  return best > 0 ? kUncountedWinKey : best < 0 ? kUncountedLossKey : kDrawKey;
}

}  // namespace uisge
