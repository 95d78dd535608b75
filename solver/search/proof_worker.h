// One thread's share of a forward proof: does the attacker win this position within a given number of plies?
//
// A depth-bounded search of the AND/OR tree: the attacker needs one move that wins in time, the defender one that does
// not lose in time. The plies that remain are part of every question, so answers are facts (fact_table.h) and
// repetitions need no care. Two things make the tree small; docs/search.md has the arguments and the measurements:
//
// - A side with k blanks needs at least k moves of its own to complete, so an attacker short of moves has lost the
//   question, one with exactly k may only turn blanks, and one with k + 1 may not turn a crown back.
// - The defender tries first what leaves the attacker the fewest moves worth considering: the smallest refutation.
//
// Workers of one proof share a FactTable and a BusyTable. Each marks what it is about to search, and the others put
// marked moves off to the end of their lists (Feldmann's ABDADA in Hyatt's and Kerrigan's simple form). They start at
// the same root, need no messages, and any one of them alone comes to the answer.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "core/movegen.h"
#include "core/rules.h"
#include "solver/search/busy_table.h"
#include "solver/search/fact_table.h"

namespace uisge {

// What the workers of one proof have in common.
struct SharedProof {
  const Board& board;
  FactTable& facts;
  BusyTable busy{};
  std::atomic<bool> stop{false};  // polled every few thousand positions
  bool parallel = false;          // whether marks are worth their while
};

class ProofWorker {
 public:
  virtual ~ProofWorker() = default;

  // Whether the attacker wins within `plies`. Meaningless after the search was stopped. REQUIRES: no side is all
  // crowns; 0 <= plies <= kMaxSearchPlies.
  virtual bool wins(const Pieces& pieces, Attacker attacker, int plies) = 0;
  virtual bool stopped() const = 0;
  virtual std::uint64_t nodes() const = 0;  // positions visited so far; any thread may ask
};

// `poll` is called every few thousand positions, from the worker's thread.
std::unique_ptr<ProofWorker> make_proof_worker(SharedProof& shared, RuleSet rules, std::function<void()> poll);

}  // namespace uisge
