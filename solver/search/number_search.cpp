#include "solver/search/number_search.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "core/moves.h"
#include "db/parallel.h"
#include "solver/search/attack_rules.h"
#include "solver/search/node_numbers.h"

namespace uisge {

namespace {

constexpr float kMargin = 1.25F;  // the head of number_search.h explains it
// While another thread searches the best child, the search may take the second-best child. The second-best child's
// proof (or disproof) number must be at most kBusyFactor times that of the best child.
constexpr float kBusyFactor = 2;
// After more than kRefreshVisits visits below one child of a node, all undecided children of the node are looked up in
// the tables again.
constexpr std::uint64_t kRefreshVisits = 8;
constexpr std::uint64_t kPollVisits = 1 << 6;  // visits between two looks at the clock and the flags
// Visits between two calls of look_at_ancestors(). A multiple of kPollVisits.
constexpr std::uint64_t kAncestorVisits = 1 << 8;
// A full table drops the facts that took the least work. The work of a proved win counts 2^8-fold, since certificates
// are made from the facts of wins.
constexpr int kProofBonus = 8;

template <class Rules>
class Search final : public NumberSearch {
 public:
  explicit Search(SharedNumbers& shared)
      : shared_(shared), board_(shared.board), nodes_(std::size_t{kMaxSearchPlies + 2} * kMaxMoves) {}

  NumberAnswer ask(const Pieces& pieces, Attacker attacker, int plies, const SearchBudget& budget) override {
    return attacker == Attacker::kMover ? ask_as<true>(pieces, plies, budget) : ask_as<false>(pieces, plies, budget);
  }
  NumberAnswer look(const Pieces& pieces, Attacker attacker, int plies) override {
    Node node;
    if (attacker == Attacker::kMover) {
      look_up_root<true>(node, pieces, plies);
    } else {
      look_up_root<false>(node, pieces, plies);
    }
    return answer(node, plies);
  }
  std::uint64_t visits() const override { return visits_.load(std::memory_order_relaxed); }

 private:
  using Node = NumberNode;

  template <bool kAttacks>
  void set_keys(Node& node, int plies) const {
    node.key = shared_.keys.key_of(node.pieces, attacker_if(kAttacks)).key;
    node.open_hash = OpenNumbers::hash(node.key, plies);
  }

  template <bool kAttacks>
  void look_up_root(Node& node, const Pieces& pieces, int plies) const {
    node.pieces = pieces;
    plies = Rules::rounded(plies, kAttacks);
    set_keys<kAttacks>(node, plies);
    look_up<kAttacks>(node, plies);
  }

  template <bool kAttacks>
  NumberAnswer ask_as(const Pieces& pieces, int plies, const SearchBudget& budget) {
    budget_ = &budget;
    stopped_ = false;
    last_visit_ = budget.visits == UINT64_MAX ? UINT64_MAX : visits() + budget.visits;
    top_ = nodes_.data();
    top_plies_ = Rules::rounded(plies, kAttacks);
    unwind_to_ = kNotUnwinding;
    Node root;
    look_up_root<kAttacks>(root, pieces, plies);
    while (!root.numbers.is_settled() && !stopped_) search_below<kAttacks>(root, top_plies_, {kInfinite, kInfinite});
    return answer(root, plies);
  }

  // If Rules::rounded() lowers a limit by a ply, the attacker could not have used that ply. No win within the rounded
  // limit therefore means no win within the unrounded limit.
  static NumberAnswer answer(const Node& node, int plies) {
    return {node.numbers, node.numbers.disproof == 0 ? std::max(node.bound, plies) : node.bound};
  }

  // Answers the node's question if the answer needs neither the tables nor a list of moves. Returns whether the
  // question is answered.
  template <bool kAttacks>
  bool settle_at_sight(Node& node, int plies) const;
  // Gives initial proof and disproof numbers to a node that the tables lack. If the side to move is stuck, answers the
  // question instead.
  template <bool kAttacks>
  void initialise(Node& node) const;
  // Takes the node's proof and disproof numbers from the tables. Returns false if the tables lack these numbers.
  bool look_in_tables(Node& node, int plies) const;
  template <bool kAttacks>
  void look_up(Node& node, int plies) const {
    if (settle_at_sight<kAttacks>(node, plies) || look_in_tables(node, plies)) return;
    initialise<kAttacks>(node);
  }

  // Searches below the node until its proof number or its disproof number reaches the limit in `limits`.
  template <bool kAttacks>
  void search_below(Node& node, int plies, ProofNumbers limits);
  // Appends the node's children to the stack nodes_, each with its proof numbers.
  template <bool kAttacks>
  void expand(const Node& node, int plies);

  template <bool kAttacks>
  void search_best(const typename NodeNumbers<kAttacks>::Sums& sums, int plies, ProofNumbers limits);
  void remember(const Node& node, std::uint64_t visits_before);

  void count_visit(int plies) {
    const std::uint64_t visits = visits_.load(std::memory_order_relaxed) + 1;
    visits_.store(visits, std::memory_order_relaxed);
    if (visits >= last_visit_) stopped_ = true;
    if (visits % kPollVisits == 0) {
      poll();
      if (shared_.parallel && visits % kAncestorVisits == 0) look_at_ancestors(plies);
    }
  }
  void poll() {
    if (wants_stop(budget_->cancel) || wants_stop(budget_->stop)) stopped_ = true;
    if (budget_->deadline && std::chrono::steady_clock::now() >= *budget_->deadline) stopped_ = true;
  }
  void look_at_ancestors(int plies) {
    for (int above = top_plies_; above > plies; --above) {
      Fact fact;
      if (!shared_.facts.find(path_[above]->key, fact)) continue;
      if (fact.win_within > above && fact.no_win_within < above) continue;
      unwind_to_ = above;
      return;
    }
  }
  bool leaves(int plies) const { return stopped_ || plies < unwind_to_; }

  static constexpr int kNotUnwinding = -1;

  SharedNumbers& shared_;
  const Board& board_;
  std::vector<Node> nodes_;  // a stack: the children of all nodes on the path from the root
  Node* top_ = nullptr;
  const Node* path_[kMaxSearchPlies + 1] = {};  // the nodes of the path, indexed by the plies that are left
  int top_plies_ = 0;
  int unwind_to_ = kNotUnwinding;  // how many plies are left at the ancestor that another thread has settled
  const SearchBudget* budget_ = nullptr;
  std::uint64_t last_visit_ = 0;
  std::atomic<std::uint64_t> visits_{0};
  bool stopped_ = false;
};

template <class Rules>
template <bool kAttacks>
bool Search<Rules>::settle_at_sight(Node& node, int plies) const {
  const auto settle = [&node](bool won, int within) {
    node.settle(won, within);
    return true;
  };
  if constexpr (Rules::kOnlyCompletionWins) {
    const SquareSet attacker_bb = kAttacks ? node.pieces.mover_bb : node.pieces.opponent_bb;
    const int least = 2 * (attacker_bb - node.pieces.crowns_bb).size() - (kAttacks ? 1 : 0);
    if (least > plies) return settle(false, least - 1);
  }
  if (plies <= 0) {
    return settle(Rules::stuck_wins(kAttacks) && plies == 0 && is_stuck<Rules::kDiagonalJumps>(board_, node.pieces), 0);
  }
  if (completes_now(board_, node.pieces)) return kAttacks ? settle(true, 1) : settle(false, Node::kNever);
  return false;
}

template <class Rules>
template <bool kAttacks>
void Search<Rules>::initialise(Node& node) const {
  int moves = count_moves<Rules::kDiagonalJumps>(board_, node.pieces);
  if (moves == 0) {
    if (Rules::kStuck != StuckRule::kPasses) {
      return Rules::stuck_wins(kAttacks) ? node.settle(true, 0) : node.settle(false, Node::kNever);
    }
    if (is_stuck<Rules::kDiagonalJumps>(board_, node.pieces.passed())) return node.settle(false, Node::kNever);
    moves = 1;
  }
  node.numbers = NodeNumbers<kAttacks>::initial(node.pieces, moves);
}

template <class Rules>
bool Search<Rules>::look_in_tables(Node& node, int plies) const {
  Fact fact;
  if (shared_.facts.find(node.key, fact)) {
    const bool won = fact.win_within <= plies;
    if (won || fact.no_win_within >= plies) {
      node.settle(won, won ? fact.win_within : fact.no_win_within);
      return true;
    }
  }
  return shared_.open.find(node.open_hash, node.numbers);
}

template <class Rules>
template <bool kAttacks>
void Search<Rules>::expand(const Node& node, int plies) {
  const auto put = [&](const Pieces& pieces) {
    top_->pieces = pieces;
    set_keys<!kAttacks>(*top_, plies - 1);
    shared_.facts.prefetch(top_->key.hash());
    shared_.open.prefetch(top_->open_hash);
    ++top_;
  };
  Node* const first = top_;
  visit_moves<Rules::kDiagonalJumps>(board_, node.pieces, [&]<MoveKind kKind>(auto from, SquareSet targets_bb) {
    for (const Square to : targets_bb) put(node.pieces.template after<kKind>(from(to), to));
  });
  if (Rules::kStuck == StuckRule::kPasses && top_ == first) put(node.pieces.passed());
  for (Node* child = first; child != top_; ++child) look_up<!kAttacks>(*child, plies - 1);
}

template <class Rules>
void Search<Rules>::remember(const Node& node, std::uint64_t visits_before) {
  const int work = static_cast<int>(std::bit_width(visits() - visits_before));
  if (node.numbers.proof == 0) {
    shared_.facts.store(node.key, {-1, node.bound, {}, work + kProofBonus});
  } else if (node.numbers.disproof == 0) {
    shared_.facts.store(node.key, {node.bound, Fact::kUnknownWin, {}, work});
  } else {
    shared_.open.store(node.open_hash, node.numbers, work);
  }
}

template <class Rules>
template <bool kAttacks>
void Search<Rules>::search_best(const typename NodeNumbers<kAttacks>::Sums& sums, int plies, ProofNumbers limits) {
  using Numbers = NodeNumbers<kAttacks>;
  Node* child = sums.best;
  float other = sums.second == nullptr ? kInfinite : Numbers::one(sums.second->numbers);
  const float limit = Numbers::one(limits);
  if (shared_.parallel) {
    if (sums.second != nullptr && other < limit && other <= kBusyFactor * Numbers::one(child->numbers) &&
        shared_.busy.contains(child->open_hash) && !shared_.busy.contains(sums.second->open_hash)) {
      child = sums.second;
    }
    shared_.busy.mark(child->open_hash);
  }
  const float one_limit = std::min(limit, other * kMargin + 1);
  const float all_limit = std::max(Numbers::all(limits) - sums.rest, Numbers::all(child->numbers) * 1.001F + 1);
  const std::uint64_t hash = child->open_hash;
  search_below<!kAttacks>(*child, plies - 1, Numbers::of(one_limit, all_limit));
  if (shared_.parallel) shared_.busy.unmark(hash);
}

template <class Rules>
template <bool kAttacks>
void Search<Rules>::search_below(Node& node, int plies, ProofNumbers limits) {
  const std::uint64_t visits_before = visits();
  path_[plies] = &node;
  count_visit(plies);
  Node* const first = top_;
  expand<kAttacks>(node, plies);
  Node* const last = top_;
  // If the node has no children, the side to move is stuck, and initialise() answers the question. A node without
  // children gets here only if the table has returned the numbers of another question, which has the same hash.
  if (first == last) initialise<kAttacks>(node);
  while (first != last) {
    const auto sums = NodeNumbers<kAttacks>::sum_up(first, last);
    node.numbers = sums.numbers;
    if (node.numbers.is_settled()) {
      node.bound = NodeNumbers<kAttacks>::bound_of(first, last, node.numbers.proof == 0);
      break;
    }
    if (node.numbers.proof >= limits.proof || node.numbers.disproof >= limits.disproof || leaves(plies)) break;
    const std::uint64_t before = visits();
    search_best<kAttacks>(sums, plies, limits);
    if (unwind_to_ == plies) {
      unwind_to_ = kNotUnwinding;
      if (look_in_tables(node, plies) && node.numbers.is_settled()) break;
    }
    if (visits() - before <= kRefreshVisits) continue;
    // The search below one child may have stored newer proof numbers of other children.
    for (Node* child = first; child != last; ++child) {
      if (!child->numbers.is_settled()) look_in_tables(*child, plies - 1);
    }
  }
  top_ = first;
  remember(node, visits_before);
}

}  // namespace

std::unique_ptr<NumberSearch> make_number_search(SharedNumbers& shared, RuleSet rules) {
  return for_rules(
      rules, [&]<class Rules>() -> std::unique_ptr<NumberSearch> { return std::make_unique<Search<Rules>>(shared); });
}

}  // namespace uisge
