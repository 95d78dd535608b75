// One thread's proof-number search: can the attacker force a win from a position within a generous limit of plies?
//
// The method is depth-first proof-number search (Nagai 2002) over the AND/OR tree. Every move lowers the limit by a
// ply, so there are no cycles, and every answer is a fact (fact_table.h). A generous limit makes proofs easier to find.
// (ProofWorker, in contrast, looks for the least number of plies within which the attacker wins.) Differences from the
// textbook, all measured (docs/search.md):
//
// - A fact states the number of plies that its proof needs, not the limit of the question. So a fact can answer
//   questions with other limits.
// - If all children of a node must be proved, the node's proof number is the largest proof number of a child plus half
//   the sum of the other children's proof numbers. A plain sum would count a position once for each child that leads to
//   it. The same holds for disproof numbers.
// - The search stays in a child until the number of this child is a quarter above that of the second-best child.
// - The initial numbers of a position grow with the attacker's blanks, the defender's crowns, and the number of moves.
//
// Several threads may search with the same tables at the same time, for the same question or for different questions.
// Each thread marks the positions that it searches. If another thread has marked the best child, a thread takes the
// second-best child, provided that it is unmarked and not much worse. When another thread settles an ancestor of the
// current position, the search returns to that ancestor.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/movegen.h"
#include "core/rules.h"
#include "solver/search/busy_table.h"
#include "solver/search/fact_table.h"
#include "solver/search/open_numbers.h"

namespace uisge {

// The objects that all searches with the same two tables (`facts` and `open`) share.
struct SharedNumbers {
  const Board& board;
  const KeyMaker& keys;
  FactTable& facts;
  OpenNumbers& open;
  BusyTable busy{};
  bool parallel = false;  // whether several searches run at the same time; if so, they mark positions in `busy`
};

struct SearchBudget {
  std::uint64_t visits = UINT64_MAX;  // the greatest number of positions to visit
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  const std::atomic<bool>* cancel = nullptr;  // may be null
  const std::atomic<bool>* stop = nullptr;    // a flag beside `cancel` that stops the search; may be null
};

// What is known about a question "can the attacker win within N plies?". If the question is answered, `bound` is set.
struct NumberAnswer {
  ProofNumbers numbers;
  // If is_win(): the attacker can win within `bound` plies. If is_no_win(): the attacker cannot win within `bound`
  // plies.
  int bound = 0;
  std::uint64_t visits = 0;  // the number of positions that win_within() visited
  bool is_win() const { return numbers.proof == 0; }
  bool is_no_win() const { return numbers.disproof == 0; }
};

class NumberSearch {
 public:
  virtual ~NumberSearch() = default;

  // Searches until the question is answered or the budget is spent. REQUIRES: the game is not over; 0 <= plies <=
  // kMaxSearchPlies.
  virtual NumberAnswer ask(const Pieces& pieces, Attacker attacker, int plies, const SearchBudget& budget) = 0;
  // Returns the answer if the tables hold it, otherwise the question's proof and disproof numbers in the tables. Does
  // not search. REQUIRES: as for ask().
  virtual NumberAnswer look(const Pieces& pieces, Attacker attacker, int plies) = 0;
  // The number of positions visited so far. Thread-safe.
  virtual std::uint64_t visits() const = 0;
};

std::unique_ptr<NumberSearch> make_number_search(SharedNumbers& shared, RuleSet rules);

}  // namespace uisge
