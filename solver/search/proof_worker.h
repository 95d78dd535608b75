// A worker is one thread of a forward proof. It answers whether the attacker wins from a position within N plies.
//
// The worker does a depth-bounded search of the AND/OR tree. The remaining plies are part of every question, so answers
// are facts (fact_table.h), and repeated positions need no special care. Two things make the tree small; docs/search.md
// explains and measures them:
//
// - Under the rules `draws` and `passes` only completion wins, and a side with k blanks needs at least k moves of its
//   own to complete. So an attacker with k blanks and fewer than k moves left cannot win. With exactly k moves left,
//   the attacker may only turn blanks. With k + 1 moves left, the attacker may also step, but not turn a crown back.
// - The defender first tries the moves that leave the attacker the fewest moves within these limits. This order makes
//   refutations small.
//
// Workers of one proof share a FactTable and a BusyTable. Each worker marks the position that it is about to search.
// The other workers search a move to a marked position only after all other moves (Weill's ABDADA in Hyatt's and
// Kerrigan's simple form). All workers answer the same question, and each of them alone would find the answer.
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

struct SharedProof {
  const Board& board;
  FactTable& facts;
  BusyTable busy{};
  std::atomic<bool> stop{false};  // stops all workers; polled every few dozen positions
  bool parallel = false;          // several workers run at the same time; a single worker marks no positions
};

class ProofWorker {
 public:
  virtual ~ProofWorker() = default;

  // Whether the attacker wins within `plies`. If stopped() holds afterwards, the result is meaningless. REQUIRES: each
  // side has a blank; 0 <= plies <= kMaxSearchPlies.
  virtual bool wins(const Pieces& pieces, Attacker attacker, int plies) = 0;
  virtual bool stopped() const = 0;         // whether the last search was stopped
  virtual std::uint64_t nodes() const = 0;  // positions visited so far; thread-safe
};

// The worker calls `poll` every few dozen positions, on its own thread.
std::unique_ptr<ProofWorker> make_proof_worker(SharedProof& shared, RuleSet rules, std::function<void()> poll);

}  // namespace uisge
