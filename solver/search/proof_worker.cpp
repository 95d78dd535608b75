// This file is long because the searches for the attacker's and for the defender's turn call each other in the
// innermost loop, so the compiler must see both.
#include "solver/search/proof_worker.h"

#include <algorithm>
#include <bit>
#include <boost/container/static_vector.hpp>
#include <optional>

#include "core/moves.h"
#include "solver/search/attack_rules.h"

namespace uisge {

namespace {

// Each constant is the least number of remaining plies with which the search uses one technique. With fewer plies, the
// technique would cost more time than it saves (docs/search.md).
constexpr int kTablePlies = 3;      // look the position up in the table of facts
constexpr int kOrderPlies = 3;      // sort the defender's moves
constexpr int kLookAheadPlies = 6;  // look all replies up in the table before searching the first reply
constexpr int kBusyPlies = 6;       // mark the position that a thread searches, so that other threads put it last
// The defender's moves are ordered by the number of allowed moves that they leave the attacker. The move from the table
// of facts counts as if it left one and a half moves fewer; a move that turns a crown back counts as if it left two and
// a half moves more. The unit of the constants is half a move.
constexpr int kOrderPerReply = 2;
constexpr int kTableBonus = 3;
constexpr int kTurnBackMalus = 5;
// The positions between two polls. They are few, since nearly every store in a fresh table takes a page fault, and
// clearing a huge page takes a millisecond or more.
constexpr std::uint64_t kPollNodes = 1 << 6;

// The moves after which the attacker can still complete in time.
enum class Allowance { kBlankJumps, kBlankJumpsAndSteps, kEverything };

template <class Rules>
class Worker final : public ProofWorker {
 public:
  Worker(SharedProof& shared, std::function<void()> poll)
      : shared_(shared), board_(shared.board), keys_(shared.board, best_instruction_set()), poll_(std::move(poll)) {}

  bool wins(const Pieces& pieces, Attacker attacker, int plies) override {
    stopped_ = false;
    return attacker == Attacker::kMover ? is_won<true>(pieces, plies, nullptr) : is_won<false>(pieces, plies, nullptr);
  }
  bool stopped() const override { return stopped_; }
  std::uint64_t nodes() const override { return nodes_.load(std::memory_order_relaxed); }

 private:
  static constexpr int attacker_moves(int plies, bool attacks) { return (plies + (attacks ? 1 : 0)) / 2; }

  struct Candidate {
    Pieces after;
    Move move;
    bool turns_back = false;  // turns a crown into a blank
    int order = 0;            // the least is tried first
    CanonicalKey key;
  };
  using Candidates = boost::container::static_vector<Candidate, kMaxMoves>;

  static SquareSet blanks_bb(SquareSet side_bb, const Pieces& pieces) { return side_bb - pieces.crowns_bb; }

  // REQUIRES: if Rules::kOnlyCompletionWins, blanks <= own_moves.
  static Allowance allowance(int blanks, int own_moves) {
    if constexpr (!Rules::kOnlyCompletionWins) return Allowance::kEverything;
    const int spare = own_moves - blanks;
    return spare == 0 ? Allowance::kBlankJumps : spare == 1 ? Allowance::kBlankJumpsAndSteps : Allowance::kEverything;
  }

  // Like visit_moves(), but only for the moves that the allowance permits.
  template <class Visitor>
  void visit_allowed(const Pieces& pieces, Allowance allowance, Visitor&& visit) const {
    const SquareSet blanks = blanks_bb(pieces.mover_bb, pieces);
    switch (allowance) {
      case Allowance::kBlankJumps:
        visit_moves<false>(board_, {blanks, pieces.occupied_bb() - blanks, {}}, visit);
        return;
      case Allowance::kBlankJumpsAndSteps:
        visit_moves<false>(board_, pieces, [&]<MoveKind kKind>(auto from, SquareSet targets_bb) {
          if constexpr (kKind == MoveKind::kJump) targets_bb = from.starting_bb(blanks, targets_bb);
          visit.template operator()<kKind>(from, targets_bb);
        });
        return;
      case Allowance::kEverything: visit_moves<Rules::kDiagonalJumps>(board_, pieces, visit); return;
    }
  }

  int count_allowed(const Pieces& pieces, Allowance allowance) const {
    int count = 0;
    visit_allowed(pieces, allowance,
                  [&]<MoveKind>(auto /*from*/, SquareSet targets_bb) { count += targets_bb.size(); });
    return count;
  }

  void list_allowed(const Pieces& pieces, Allowance allowance, Candidates& candidates) const {
    visit_allowed(pieces, allowance, [&]<MoveKind kKind>(auto start, SquareSet targets_bb) {
      for (const Square to : targets_bb) {
        const Square from = start(to);
        const bool turns_back = kKind != MoveKind::kStep && pieces.crowns_bb.contains(from);
        candidates.push_back({pieces.template after<kKind>(from, to), {from, to}, turns_back, 0, {}});
      }
    });
  }

  // Counts the moves after which the side to move can still complete in time (Allowance), if it is the attacker and has
  // `own_moves` moves left.
  int count_attacks(const Pieces& pieces, int own_moves) const {
    const int blanks = blanks_bb(pieces.mover_bb, pieces).size();
    if (Rules::kOnlyCompletionWins && blanks > own_moves) return 0;
    return count_allowed(pieces, allowance(blanks, own_moves));
  }

  // REQUIRES: the attacker is to move and has no allowed move: after every legal move it cannot complete in time.
  // Returns true if the attacker certainly does not win. The attacker can win only if it is stuck and a stuck player
  // wins or passes.
  bool refuted_without_moves(const Pieces& pieces) const {
    if constexpr (Rules::kStuck == StuckRule::kWins) return false;
    if constexpr (Rules::kStuck == StuckRule::kPasses) return !is_stuck<Rules::kDiagonalJumps>(board_, pieces);
    return true;
  }

  bool out_of_time() {
    const std::uint64_t nodes = nodes_.load(std::memory_order_relaxed) + 1;
    nodes_.store(nodes, std::memory_order_relaxed);
    if (nodes % kPollNodes == 0) {
      poll_();
      if (shared_.stop.load(std::memory_order_relaxed)) stopped_ = true;
    }
    return stopped_;
  }

  // Whether the attacker wins within `plies`. If kAttacks, the attacker is to move, otherwise the defender. `known` is
  // the position's key, or null if the caller does not have it.
  template <bool kAttacks>
  bool is_won(const Pieces& pieces, int plies, const CanonicalKey* known);

  // The answer, if it is clear without a list of moves: too few plies are left, or the mover can turn its last blank
  // over and win at once. REQUIRES: plies >= 0.
  template <bool kAttacks>
  std::optional<bool> answer_at_sight(const Pieces& pieces, int plies) const;

  template <bool kAttacks>
  bool is_won_without_moves(const Pieces& pieces, int plies);

  // Sets each candidate's `order`, by which the candidates are sorted later. If all replies will be looked up,
  // also sets the candidates' keys. Prefers the move `hint`, which the table of facts has for the position. Returns a
  // move of the defender that refutes the attacker at once, if there is one; otherwise null.
  template <bool kAttacks>
  const Candidate* put_in_order(Candidates& candidates, int plies, Move hint) const;

  // Calls `search(candidate)` for the moves of one position in their order, and returns the first candidate for which
  // `search` returns `goal`; null if there is none. Moves that other threads are searching come last; the first move
  // keeps its place unless `defer_first`. REQUIRES: if `keyed`, the candidates have keys.
  template <class Search>
  const Candidate* first_with(Candidates& candidates, bool keyed, bool goal, bool defer_first, Search&& search);

  // What a call of is_won() asks and finds in the table. remember() needs it to store the answer in the table.
  struct Question {
    int plies;
    bool in_table;  // whether the table is used: at least kTablePlies plies are left
    CanonicalKey key;
    Fact fact;
    std::uint64_t nodes_before;
  };
  // Whether the attacker wins within `plies`; nothing if the fact leaves that open.
  static std::optional<bool> answer_by(const Fact& fact, int plies);
  // Stores the answer `won` and returns it. Stores nothing if the search was stopped, since `won` is meaningless then.
  bool remember(const Question& question, bool won, Move move);

  SharedProof& shared_;
  const Board& board_;
  KeyMaker keys_;
  std::function<void()> poll_;
  std::atomic<std::uint64_t> nodes_{0};
  bool stopped_ = false;
};

template <class Rules>
std::optional<bool> Worker<Rules>::answer_by(const Fact& fact, int plies) {
  if (fact.win_within <= plies) return true;
  if (fact.no_win_within >= plies) return false;
  return std::nullopt;
}

template <class Rules>
bool Worker<Rules>::remember(const Question& question, bool won, Move move) {
  if (!question.in_table || stopped_) return won;
  Fact fact = won ? Fact{-1, question.plies, {}, 0} : Fact{question.plies, Fact::kUnknownWin, {}, 0};
  fact.move = image(board_, question.key.symmetry, move);
  fact.work = static_cast<int>(std::bit_width(nodes() - question.nodes_before));
  shared_.facts.store(question.key.key, fact);
  return won;
}

template <class Rules>
template <class Search>
auto Worker<Rules>::first_with(Candidates& candidates, bool keyed, bool goal, bool defer_first, Search&& search)
    -> const Candidate* {
  const bool marks = keyed && shared_.parallel;
  boost::container::static_vector<const Candidate*, kMaxMoves> deferred;
  for (auto next = candidates.begin(); next != candidates.end(); ++next) {
    const auto best = std::min_element(next, candidates.end(),
                                       [](const Candidate& a, const Candidate& b) { return a.order < b.order; });
    std::swap(*next, *best);
    const Candidate& candidate = *next;
    const std::uint64_t hash = marks ? candidate.key.key.hash() : 0;
    if (marks && (next != candidates.begin() || defer_first) && shared_.busy.contains(hash)) {
      deferred.push_back(&candidate);
      continue;
    }
    if (marks) shared_.busy.mark(hash);
    const bool result = search(candidate);
    if (marks) shared_.busy.unmark(hash);
    if (stopped_) return nullptr;
    if (result == goal) return &candidate;
  }
  for (const Candidate* candidate : deferred) {
    const bool result = search(*candidate);
    if (stopped_) return nullptr;
    if (result == goal) return candidate;
  }
  return nullptr;
}

template <class Rules>
template <bool kAttacks>
std::optional<bool> Worker<Rules>::answer_at_sight(const Pieces& pieces, int plies) const {
  const SquareSet attacker_bb = kAttacks ? pieces.mover_bb : pieces.opponent_bb;
  if (Rules::kOnlyCompletionWins && blanks_bb(attacker_bb, pieces).size() > attacker_moves(plies, kAttacks)) {
    return false;
  }
  if (plies == 0) return Rules::stuck_wins(kAttacks) && is_stuck<Rules::kDiagonalJumps>(board_, pieces);
  if (completes_now(board_, pieces)) return kAttacks;
  if (kAttacks && plies == 1) {
    if (Rules::kOnlyCompletionWins) return false;
    if (Rules::stuck_wins(kAttacks)) return is_stuck<Rules::kDiagonalJumps>(board_, pieces);
  }
  return std::nullopt;
}

template <class Rules>
template <bool kAttacks>
bool Worker<Rules>::is_won_without_moves(const Pieces& pieces, int plies) {
  if (Rules::stuck_wins(kAttacks)) return true;
  if constexpr (Rules::kStuck == StuckRule::kPasses) {
    // An attacker without an allowed move (one after which it can complete in time) may still have legal moves, and
    // then it does not pass.
    const bool passes = !kAttacks || is_stuck<Rules::kDiagonalJumps>(board_, pieces);
    if (passes && !is_stuck<Rules::kDiagonalJumps>(board_, pieces.passed())) {
      return is_won<!kAttacks>(pieces.passed(), plies - 1, nullptr);
    }
  }
  return false;
}

template <class Rules>
template <bool kAttacks>
auto Worker<Rules>::put_in_order(Candidates& candidates, int plies, Move hint) const -> const Candidate* {
  const bool keyed = plies >= kLookAheadPlies;
  for (Candidate& candidate : candidates) {
    if (keyed) {
      candidate.key = keys_.key_of(candidate.after, attacker_if(!kAttacks));
      shared_.facts.prefetch(candidate.key.key.hash());
    }
    if (kAttacks) {
      if (candidate.move == hint) candidate.order = -1;
    } else if (plies >= kOrderPlies) {
      const int attacks = count_attacks(candidate.after, attacker_moves(plies, kAttacks));
      if (attacks == 0 && refuted_without_moves(candidate.after)) return &candidate;
      candidate.order = kOrderPerReply * attacks;
      if (candidate.move == hint) candidate.order -= kTableBonus;
      if (candidate.turns_back) candidate.order += kTurnBackMalus;
    }
  }
  return nullptr;
}

template <class Rules>
template <bool kAttacks>
bool Worker<Rules>::is_won(const Pieces& pieces, int plies, const CanonicalKey* known) {
  constexpr bool kGoal = kAttacks;  // the answer that the side to move wants; one move with this answer suffices
  if (out_of_time()) return false;
  plies = Rules::rounded(plies, kAttacks);
  if (plies < 0) return false;
  if (const auto answer = answer_at_sight<kAttacks>(pieces, plies)) return *answer;

  Question question{plies, plies >= kTablePlies, {}, {}, nodes()};
  if (question.in_table) {
    question.key = known != nullptr ? *known : keys_.key_of(pieces, attacker_if(kAttacks));
    if (shared_.facts.find(question.key.key, question.fact)) {
      if (const auto answer = answer_by(question.fact, plies)) return *answer;
    }
  }
  const auto settle = [&](bool won, Move move) { return remember(question, won, move); };

  Candidates candidates;
  const int blanks = blanks_bb(pieces.mover_bb, pieces).size();
  list_allowed(pieces, kAttacks ? allowance(blanks, attacker_moves(plies, kAttacks)) : Allowance::kEverything,
               candidates);
  if (candidates.empty()) return settle(is_won_without_moves<kAttacks>(pieces, plies), Move::pass());
  const Move hint = image(board_, board_.inverse(question.key.symmetry), question.fact.move);
  if (const Candidate* refutation = put_in_order<kAttacks>(candidates, plies, hint)) {
    return settle(false, refutation->move);
  }
  const bool keyed = plies >= kLookAheadPlies;
  if (keyed) {
    for (const Candidate& candidate : candidates) {
      Fact reply;
      if (shared_.facts.find(candidate.key.key, reply) && answer_by(reply, plies - 1) == kGoal) {
        return settle(kGoal, candidate.move);
      }
    }
  }
  const Candidate* found =
      first_with(candidates, plies >= kBusyPlies, kGoal, kAttacks, [&](const Candidate& candidate) {
        return is_won<!kAttacks>(candidate.after, plies - 1, keyed ? &candidate.key : nullptr);
      });
  return found == nullptr ? settle(!kGoal, hint) : settle(kGoal, found->move);
}

}  // namespace

std::unique_ptr<ProofWorker> make_proof_worker(SharedProof& shared, RuleSet rules, std::function<void()> poll) {
  return for_rules(rules, [&]<class Rules>() -> std::unique_ptr<ProofWorker> {
    return std::make_unique<Worker<Rules>>(shared, std::move(poll));
  });
}

}  // namespace uisge
