// A certificate: what a search claims, with everything that somebody who does not trust it needs to check it.
//
// For a win or loss within d plies it is the winner's strategy: for every position with the winner to move that can
// arise when the winner follows it, the move to play and within how many plies that wins. The loser may answer as it
// likes. Plies decrease along every game, so a strategy that covers all answers cannot go round in circles. It proves
// "within d", the upper half of an exact distance; that there is nothing faster is a claim of the third kind, "no
// forced win within d - 1", which has no short certificate and is checked by looking at everything
// (certificate_check.h). docs/formats/proof.md specifies the files: text (certificate_file.h) and, for millions of
// positions, bits (compact_proof.h).
#pragma once

#include <cstdint>
#include <unordered_map>

#include "core/error.h"
#include "core/moves.h"
#include "solver/search/prove.h"

namespace uisge {

enum class ClaimKind : std::uint8_t {
  kWin,   // the side to move wins within `plies`
  kLoss,  // it loses within `plies`
  kNone,  // neither side can force a win within `plies`
};

// What the winner plays, and within how many plies of that position it wins.
struct StrategyMove {
  Move move;
  int plies = 0;
};

struct PositionHash {
  std::size_t operator()(const Position& position) const;
};
using Strategy = std::unordered_map<Position, StrategyMove, PositionHash>;

// Roughly what a position costs in a map of positions and in the lists beside it.
inline constexpr std::uint64_t kBytesPerCheckedPosition = 160;

struct ProofClaim {
  RuleSet rules;
  Position position;
  ClaimKind kind;
  int plies = 0;  // as those of a strategy, at most kMaxPlies: more than the search looks ahead
};

struct Certificate : ProofClaim {
  Strategy strategy;  // empty for kNone, and for a game that is over
};

// The certificate of what prove() said with this session; searches again where the table has forgotten. Errors: usage
// (a drawn end of the game claims nothing), resource (a strategy larger than the session's memory), interrupted (by
// the user; the clock does not count here).
Result<Certificate> certify(ProofSession& session, const Position& position, const ProofResult& result);

}  // namespace uisge
