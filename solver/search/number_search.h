// One thread's proof-number search: can the attacker force a win from a position within a generous limit of plies?
//
// The method is depth-first proof-number search (Nagai 2002) over the AND/OR tree. Each question includes its number of
// plies (docs/search.md), so there are no cycles, and the answer to every settled question is a fact. In this search
// the number of plies is only a limit, and a generous limit makes proofs easier to find. (ProofWorker, in contrast,
// looks for the least number of plies.) Differences from the textbook, all measured (docs/search.md):
//
// - A fact holds the bound that its proof gives, not the limit under which it was found. So a fact can answer questions
//   with other limits.
// - If a node needs all its children, its number is the largest of the children's numbers plus half the sum of all
//   others. A plain sum would repeatedly count positions that several lines share.
// - A child is searched until its number is a quarter above the number of the second-best child.
// - Initial numbers grow with the attacker's blanks, the defender's crowns and, at the defender's turn, its moves.
//
// Several searches may use the same tables at the same time, for one question or for different questions. Each search
// marks the positions that it searches. If the best child is marked, and the second-best child is nearly as good and
// not marked, the search takes the second-best child. When another thread settles an ancestor of the current position,
// the search returns to that ancestor.
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

// The data that all searches over one pair of tables share.
struct SharedNumbers {
  const Board& board;
  const KeyMaker& keys;
  FactTable& facts;
  OpenNumbers& open;
  BusyTable busy{};
  bool parallel = false;  // whether several searches run, so that marks are useful
};

struct SearchBudget {
  std::uint64_t visits = UINT64_MAX;  // positions to visit
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  const std::atomic<bool>* cancel = nullptr;  // may be null
  const std::atomic<bool>* stop = nullptr;    // another reason to stop; may be null
};

// What is known about a question. If the question is settled, `bound` is set.
struct NumberAnswer {
  ProofNumbers numbers;
  // If proved: the attacker wins within `bound` plies. If disproved: the attacker cannot win within `bound` plies.
  int bound = 0;
  bool is_win() const { return numbers.proof == 0; }
  bool is_no_win() const { return numbers.disproof == 0; }
};

class NumberSearch {
 public:
  virtual ~NumberSearch() = default;

  // Searches until the question is settled or the budget is spent. REQUIRES: the game is not over; 0 <= plies <=
  // kMaxSearchPlies.
  virtual NumberAnswer ask(const Pieces& pieces, Attacker attacker, int plies, const SearchBudget& budget) = 0;
  // The answer that the tables have, without a search. REQUIRES: as for ask().
  virtual NumberAnswer look(const Pieces& pieces, Attacker attacker, int plies) = 0;
  // The number of positions visited so far. Thread-safe.
  virtual std::uint64_t visits() const = 0;
};

std::unique_ptr<NumberSearch> make_number_search(SharedNumbers& shared, RuleSet rules);

}  // namespace uisge
