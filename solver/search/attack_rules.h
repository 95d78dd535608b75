// How an attacker can win under each of the eight rule sets. The two forward searches (number_search.cpp and
// proof_worker.cpp) are compiled once for each rule set, since they need these rules in their innermost loops. Pure
// functions.
#pragma once

#include "core/movegen.h"
#include "core/rules.h"
#include "solver/placements/position_key.h"

namespace uisge {

// In all functions `attacks` says whether the side to move is the attacker.

constexpr Attacker attacker_if(bool attacks) {
  return attacks ? Attacker::kMover : Attacker::kOpponent;
}

// Whether the side to move can turn its last blank, and so win at once.
[[gnu::always_inline]] inline bool completes_now(const Board& board, const Pieces& pieces) {
  const SquareSet blanks_bb = pieces.mover_bb - pieces.crowns_bb;
  return blanks_bb.size() == 1 && count_moves<false>(board, {blanks_bb, pieces.occupied_bb() - blanks_bb, {}}) > 0;
}

template <StuckRule kStuckRule, bool kHasDiagonalJumps>
struct AttackRules {
  static constexpr StuckRule kStuck = kStuckRule;
  static constexpr bool kDiagonalJumps = kHasDiagonalJumps;

  // Under `draws` and `passes` the attacker wins only by turning its last blank, so it needs at least one move for each
  // of its blanks. Under the rules `loses` and `wins` the attacker can also win because a side is stuck.
  static constexpr bool kOnlyCompletionWins = kStuck == StuckRule::kDraws || kStuck == StuckRule::kPasses;

  // Whether the attacker wins if the side to move is stuck.
  static constexpr bool stuck_wins(bool attacks) { return kStuck == (attacks ? StuckRule::kWins : StuckRule::kLoses); }

  // Rounds the plies down so that the attacker makes the last move. Under the rule `wins` nothing is rounded, since the
  // last move may be the defender's: if that move leaves the attacker stuck, the attacker wins.
  static constexpr int rounded(int plies, bool attacks) {
    return kStuck != StuckRule::kWins && (plies % 2 != 0) != attacks ? plies - 1 : plies;
  }
};

// Returns body.operator()<Rules>(): body is a lambda [&]<class Rules>() { ... }, and Rules is the AttackRules of
// `rules`.
template <class Body>
decltype(auto) for_rules(RuleSet rules, const Body& body) {
  const auto with = [&]<bool kDiagonalJumps>() -> decltype(auto) {
    switch (rules.stuck) {
      case StuckRule::kLoses: return body.template operator()<AttackRules<StuckRule::kLoses, kDiagonalJumps>>();
      case StuckRule::kWins: return body.template operator()<AttackRules<StuckRule::kWins, kDiagonalJumps>>();
      case StuckRule::kDraws: return body.template operator()<AttackRules<StuckRule::kDraws, kDiagonalJumps>>();
      case StuckRule::kPasses: break;
    }
    return body.template operator()<AttackRules<StuckRule::kPasses, kDiagonalJumps>>();
  };
  return rules.diagonal_jumps ? with.template operator()<true>() : with.template operator()<false>();
}

}  // namespace uisge
