// The forward search: proves what it can about one position without a database.
//
// For 0, 1, 2, ... plies the search asks whether the side to move, or the other side, can force a win within that
// number of plies. The search ends when a side can force a win, at the limit of plies, or when the clock or the user
// stops it. Since smaller numbers of plies come first, the distance of a win or loss is exact. After a stop the bounds
// found so far hold. The threads share one table; the verdict, its distance and the line do not depend on the number of
// threads. docs/search.md has the algorithm and explains why it is sound.
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
  int plies = 0;  // the number of plies of the current question; all smaller numbers are answered
  std::uint64_t nodes = 0;
  std::chrono::duration<double> elapsed{};
  double table_load = 0;  // 0 to 1
};

struct ProofLimits {
  int max_plies = 24;                                      // 0 to kMaxSearchPlies
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;     // of the table
  std::optional<std::chrono::duration<double>> time = {};  // nullopt: no limit
  std::size_t threads = 1;
  const std::atomic<bool>* cancel = nullptr;                // polled; may be null
  std::function<void(const ProofProgress&)> observer = {};  // called now and then, from one thread at a time
};

enum class ProofEnd : std::uint8_t { kDone, kTimeUp, kCancelled };

struct ProofResult {
  // The verdict is a draw only if the game is over and drawn: the mover is stuck under the rule `draws`, or both sides
  // are stuck under `passes`. The search cannot prove a draw of a game that goes on.
  Verdict verdict;
  // The greatest number of plies within which the mover, or the opponent, is proved unable to win; -1 if nothing is
  // proved. For an undecided verdict, mover_no_win_within may exceed the verdict's plies by one, since prove() asks
  // about each number of plies first for the mover, then for the opponent.
  int mover_no_win_within = 0;
  int opponent_no_win_within = 0;
  std::vector<Move> line;  // best play of both sides to the end; empty unless the position is won or lost
  ProofEnd end = ProofEnd::kDone;
  std::uint64_t nodes = 0;
  std::chrono::duration<double> elapsed{};
};

class ProofSession;

// Searches up to the session's limits, with the facts that the session already has (proof_session.h).
ProofResult prove(ProofSession& session, const Position& position);

}  // namespace uisge
