// One thread's proof-number search: can the attacker force a win from a position within a generous number of plies?
//
// Depth-first proof-number search (Nagai 2002) over the AND/OR tree. Like everything here a question has its plies
// (docs/search.md), so there are no cycles, and whatever is settled is a fact. In contrast to ProofWorker the number of
// plies is not what is asked for, only a limit: a generous one makes proofs easier to find. What differs from the
// textbook, all measured (docs/search.md):
//
// - A fact holds the bound that its proof gives, not the limit under which it was found, so that facts of a question
//   with one limit serve others.
// - Where all children have to be settled, the node's number is the largest plus half of the others: the plain sum
//   counts positions that several lines share again and again.
// - A child is searched until its number is a quarter above the second best.
// - First numbers grow with the attacker's blanks, the defender's crowns and, at the defender's turn, its moves.
//
// Several searches may work at the same time, on one question or on different ones, over the same tables. They mark
// what they work on, and leave a marked child to its thread if another is nearly as good. A search that finds an
// ancestor settled by another thread goes back there.
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

// What all searches over one pair of tables have in common.
struct SharedNumbers {
  const Board& board;
  const KeyMaker& keys;
  FactTable& facts;
  OpenNumbers& open;
  BusyTable busy{};
  bool parallel = false;  // whether marks are worth their while
};

// When to give a question up.
struct SearchBudget {
  std::uint64_t visits = UINT64_MAX;  // positions
  std::optional<std::chrono::steady_clock::time_point> deadline;
  const std::atomic<bool>* cancel = nullptr;  // may be null
  const std::atomic<bool>* stop = nullptr;    // another reason to stop; may be null
};

// What is known of a question; a settled one has its bound.
struct NumberAnswer {
  ProofNumbers numbers;
  // Proved: the attacker wins within so many plies. Disproved: it cannot win within so many.
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
  // What is known without a search. REQUIRES: as above.
  virtual NumberAnswer look(const Pieces& pieces, Attacker attacker, int plies) = 0;
  // Positions visited so far; any thread may ask.
  virtual std::uint64_t visits() const = 0;
};

std::unique_ptr<NumberSearch> make_number_search(SharedNumbers& shared, RuleSet rules);

}  // namespace uisge
