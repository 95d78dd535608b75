// The forward proof search: what can be proved about one position without a database.
//
// Asks for 1, 2, 3, ... plies whether the side to move, or the other side, can force a win within that number. It ends
// when one of them can (the distance is then exact: the winner hurries, the loser delays), or at the limit, by the
// clock or by the user. What it has proven by then stays proven. Proofs run on several threads over one shared table;
// the verdict, its distance and the line do not depend on their number. docs/search.md has the algorithm and why it is
// sound.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/error.h"
#include "core/moves.h"
#include "core/position.h"
#include "core/rules.h"
#include "core/verdict.h"
#include "solver/search/fact_table.h"

namespace uisge {

struct ProofProgress {
  int plies = 0;  // under search; everything shorter is proven
  std::uint64_t nodes = 0;
  std::chrono::duration<double> elapsed{};
  double table_load = 0;  // 0 to 1
};

struct ProofLimits {
  int max_plies = 24;                                   // 0 to kMaxSearchPlies
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;  // of the table
  std::optional<std::chrono::duration<double>> time;    // none: until done
  std::size_t threads = 1;
  const std::atomic<bool>* cancel = nullptr;           // polled; may be null
  std::function<void(const ProofProgress&)> observer;  // called now and then, from one thread at a time
};

enum class ProofEnd : std::uint8_t { kDone, kTimeUp, kCancelled };

struct ProofResult {
  // A draw only if the game is over and drawn (stuck under `draws`, both stuck under `passes`): no search proves
  // others.
  Verdict verdict;
  // What is known beyond the plies of an undecided verdict when the search ended between its two questions.
  int mover_no_win_within = 0;
  int opponent_no_win_within = 0;
  std::vector<Move> line;  // best play of both sides to the end; empty unless it is a win or loss
  ProofEnd end = ProofEnd::kDone;
  std::uint64_t nodes = 0;
  std::chrono::duration<double> elapsed{};
};

class ProofSession;

// Searches up to the session's limits; what the session already knows helps. solver/search/proof_session.h makes one.
ProofResult prove(ProofSession& session, const Position& position);

}  // namespace uisge
