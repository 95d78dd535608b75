// Measures depth-first proof-number search, to compare it with the forward search. The program asks the questions of
// search_bench, "no forced win within N plies" from the real start under `draws`, by df-pn (Nagai 2002) with the same
// bounds, keys and fact table.
//
// Proof and disproof numbers belong to (position, side, plies left), so there are no cycles. The proof numbers of open
// questions are kept in a map that forgets nothing, which favours df-pn. The arguments are the plies, and 1 if the
// initial numbers of a position are its number of moves, or 0 if they are one. `nodes` is the number of positions that
// a search meets for the first time.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "core/start.h"
#include "solver/placements/position_key.h"
#include "solver/search/fact_table.h"

using namespace uisge;

namespace {

constexpr std::uint32_t kInfinite = 1u << 30;

struct Numbers {
  std::uint32_t proof = 1;
  std::uint32_t disproof = 1;
  bool is_settled() const { return proof == 0 || disproof == 0; }
};
constexpr Numbers kProven{0, kInfinite};
constexpr Numbers kDisproven{kInfinite, 0};

std::uint32_t plus(std::uint32_t a, std::uint32_t b) {
  return std::min(a + b, kInfinite);
}

struct OpenKey {
  PositionKey key;
  int plies;
  bool operator==(const OpenKey&) const = default;
};
struct OpenKeyHash {
  std::size_t operator()(const OpenKey& open) const {
    return open.key.hash() ^ static_cast<std::size_t>(open.plies) * kGoldenRatio;
  }
};

class DfPn {
 public:
  DfPn(const Board& board, bool counts_moves)
      : board_(board),
        keys_(board, best_instruction_set()),
        facts_(FactTable::make(std::uint64_t{1} << 30).value()),
        counts_moves_(counts_moves) {}

  bool wins(const Pieces& pieces, Attacker attacker, int plies) {
    const Node root = node(pieces, attacker, plies);
    Numbers numbers = look_up(root);
    while (!numbers.is_settled()) {
      numbers = widen(root, kInfinite, kInfinite);
    }
    return numbers.proof == 0;
  }
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Node {
    Pieces pieces;
    Attacker attacker;
    int plies;  // rounded down to the attacker's last move
    PositionKey key;
  };

  Node node(const Pieces& pieces, Attacker attacker, int plies) const {
    const int last_move = attacker == Attacker::kMover ? (plies + 1) / 2 * 2 - 1 : plies / 2 * 2;
    return {pieces, attacker, last_move, keys_.key_of(pieces, attacker).key};
  }

  int blank_jumps(const Pieces& pieces) const {
    const SquareSet blanks_bb = pieces.mover_bb - pieces.crowns_bb;
    return count_moves<false>(board_, {blanks_bb, pieces.occupied_bb() - blanks_bb, {}});
  }
  bool completes_now(const Pieces& pieces) const {
    return (pieces.mover_bb - pieces.crowns_bb).size() == 1 && blank_jumps(pieces) > 0;
  }

  // The proof numbers that the bounds of docs/search.md give; those of an open question if no bound decides.
  Numbers first_numbers(const Node& node) const {
    const bool attacks = node.attacker == Attacker::kMover;
    const SquareSet side_bb = attacks ? node.pieces.mover_bb : node.pieces.opponent_bb;
    const int own_moves = (node.plies + 1) / 2;
    if ((side_bb - node.pieces.crowns_bb).size() > own_moves) return kDisproven;
    const bool completes = completes_now(node.pieces);
    if (attacks && completes) return kProven;
    if (completes || node.plies <= 1) return kDisproven;
    if (!counts_moves_) return {};
    const auto moves = static_cast<std::uint32_t>(std::max(1, count_moves<false>(board_, node.pieces)));
    return attacks ? Numbers{1, moves} : Numbers{moves, 1};
  }

  Numbers look_up(const Node& node) {
    Fact fact;
    if (facts_.find(node.key, fact)) {
      if (fact.win_within <= node.plies) return kProven;
      if (fact.no_win_within >= node.plies) return kDisproven;
    }
    const auto [entry, is_new] = open_.try_emplace(OpenKey{node.key, node.plies});
    if (is_new) {
      ++nodes_;
      entry->second = first_numbers(node);
    }
    return entry->second;
  }

  void store(const Node& node, Numbers numbers) {
    if (numbers.is_settled()) {
      const bool won = numbers.proof == 0;
      facts_.store(node.key, won ? Fact{-1, node.plies, {}, 0} : Fact{node.plies, Fact::kUnknownWin, {}, 0});
    }
    open_[OpenKey{node.key, node.plies}] = numbers;
  }

  std::vector<Node> children_of(const Node& parent) const {
    std::vector<Node> children;
    const Attacker next = parent.attacker == Attacker::kMover ? Attacker::kOpponent : Attacker::kMover;
    visit_moves<false>(board_, parent.pieces, [&]<MoveKind kKind>(auto from, SquareSet targets_bb) {
      for (const Square to : targets_bb) {
        children.push_back(node(parent.pieces.after<kKind>(from(to), to), next, parent.plies - 1));
      }
    });
    return children;
  }

  // Searches until a number reaches its threshold.
  Numbers widen(const Node& parent, std::uint32_t proof_limit, std::uint32_t disproof_limit) {
    const bool attacks = parent.attacker == Attacker::kMover;
    const std::vector<Node> children = children_of(parent);
    for (;;) {
      // In a node of the attacker one proven child suffices, and the disproof numbers of all children add up. In a node
      // of the defender it is the reverse.
      std::uint32_t least = kInfinite, second = kInfinite, sum = 0, sum_of_best = 0;
      const Node* best = nullptr;
      for (const Node& child : children) {
        const Numbers numbers = look_up(child);
        const std::uint32_t enough = attacks ? numbers.proof : numbers.disproof;
        const std::uint32_t all = attacks ? numbers.disproof : numbers.proof;
        sum = plus(sum, all);
        if (enough < least || best == nullptr) {
          second = least;
          least = enough;
          sum_of_best = all;
          best = &child;
        } else {
          second = std::min(second, enough);
        }
      }
      Numbers numbers = attacks ? Numbers{least, sum} : Numbers{sum, least};
      if (children.empty()) numbers = kDisproven;  // stuck under `draws`
      const bool settled = numbers.is_settled();
      if (settled || numbers.proof >= proof_limit || numbers.disproof >= disproof_limit) {
        store(parent, numbers);
        return numbers;
      }
      const std::uint32_t enough_limit = std::min(attacks ? proof_limit : disproof_limit, plus(second, 1));
      const std::uint32_t all_limit = (attacks ? disproof_limit : proof_limit) - sum + sum_of_best;
      attacks ? widen(*best, enough_limit, all_limit) : widen(*best, all_limit, enough_limit);
    }
  }

  const Board& board_;
  KeyMaker keys_;
  FactTable facts_;
  bool counts_moves_;
  std::unordered_map<OpenKey, Numbers, OpenKeyHash> open_;
  std::uint64_t nodes_ = 0;
};

void BM_DfPnNothingWithin(benchmark::State& state) {
  const Board board(kRealBoard);
  const Position start = start_position(board, kMaxPieces).value();
  const Pieces pieces{start.mover_bb(), start.opponent_bb(), start.crowns_bb()};
  std::uint64_t nodes = 0;
  for ([[maybe_unused]] auto round : state) {
    DfPn search(board, state.range(1) != 0);
    for (int plies = 0; plies <= state.range(0); ++plies) {
      if (search.wins(pieces, Attacker::kMover, plies) || search.wins(pieces, Attacker::kOpponent, plies)) {
        state.SkipWithError("a forced win where there is none");
      }
    }
    nodes += search.nodes();
  }
  state.counters["nodes"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kAvgIterations);
}

}  // namespace

BENCHMARK(BM_DfPnNothingWithin)
    ->ArgsProduct({{18, 20, 22, 24}, {0, 1}})
    ->Iterations(1)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
