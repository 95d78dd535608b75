// A certificate: a claim of the search, with everything that is needed to check it without trust.
//
// The certificate of a win or loss within d plies is the winner's strategy. A strategy contains every position with the
// winner to move that can arise if the winner follows the strategy and the loser plays any moves. For each position the
// strategy has the winner's move and the number of plies within which that move wins. These numbers decrease along
// every game, so the game cannot repeat a position. The strategy proves "within d", an upper bound of the distance. The
// claim that neither side can force a win has no short certificate; it is checked by looking at every game
// (certificate_check.h). There are two forms of file, which docs/formats/proof.md specifies: text (certificate_file.h)
// and, for millions of positions, a compact form (compact_proof.h).
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/error.h"
#include "core/moves.h"
#include "solver/search/prove.h"

namespace uisge {

enum class ClaimKind : std::uint8_t {
  kWin,   // the side to move wins within `plies`
  kLoss,  // the side to move loses within `plies`
  kNone,  // neither side can force a win within `plies`
};
std::string_view to_string(ClaimKind kind);  // "win", "loss" or "none"

// The winner's move, and the number of plies within which the winner wins, counted from the position before the move.
struct StrategyMove {
  Move move;
  int plies = 0;
};

using Strategy = std::unordered_map<Position, StrategyMove, PositionHash>;

// An estimate of the memory that a hash table of positions takes per position.
inline constexpr std::uint64_t kBytesPerCheckedPosition = 160;

struct ProofClaim {
  RuleSet rules;
  Position position;
  ClaimKind kind;
  int plies = 0;  // at most kMaxPlies
};

struct Certificate : ProofClaim {
  Strategy strategy;  // empty for kNone and for a game that is over
};

// The first positions in which the winner is to move. For kWin: the claim's position. For kLoss: the positions after
// each move from the claim's position.
std::vector<Position> winners_turns(const Board& board, RuleSet rules, const Position& position, ClaimKind kind);

// Makes the certificate of a result that prove() returned for this session. Facts that the table has lost are searched
// again. Errors: usage (the game is over and drawn, so there is nothing to prove), resource (the strategy needs more
// than the session's memory), interrupted (by the user; the session's time limit does not apply).
Result<Certificate> certify(ProofSession& session, const Position& position, const ProofResult& result);

}  // namespace uisge
