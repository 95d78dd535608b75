#include "solver/search/certificate.h"

#include <fmt/format.h>

#include <cassert>
#include <map>

#include "db/parallel.h"
#include "solver/search/proof_session.h"

namespace uisge {

namespace {

class StrategyBuilder {
 public:
  explicit StrategyBuilder(ProofSession& session)
      : session_(session), board_(session.board()), rules_(session.rules()), limits_(session.limits()) {}

  // Returns a strategy with which the side to move wins every position of `roots` within `plies`.
  Result<Strategy> build(const std::vector<Position>& roots, int plies) {
    for (const Position& root : roots) require(root, plies);
    // Each required position has a limit of plies, within which its move must win. The positions with the highest limit
    // get their moves first. If a position is required again with a lower limit, it gets a new move.
    while (!required_.empty()) {
      const auto level = std::prev(required_.end());
      if (level->second.empty()) {
        required_.erase(level);
        continue;
      }
      const Position position = level->second.back();
      level->second.pop_back();
      UISGE_TRY(decide(position, level->first));
    }
    return reachable(roots);
  }

 private:
  void require(const Position& position, int plies) {
    if (game_end(board_, rules_, position) != GameEnd::kNotOver) return;
    const auto [entry, is_new] = moves_.try_emplace(position, StrategyMove{Move::pass(), plies});
    if (!is_new && entry->second.plies <= plies) return;
    entry->second.plies = plies;
    required_[plies].push_back(position);
  }

  Result<void> decide(const Position& position, int plies) {
    // If require() has lowered the position's limit meanwhile, build() calls decide() again with the lower limit.
    if (moves_.at(position).plies < plies) return {};
    if (moves_.size() * kBytesPerCheckedPosition > limits_.memory_bytes) {
      return resource_error(fmt::format("proof: its {} positions and more do not fit", moves_.size()),
                            {{Remedy::kMoreMemory}});
    }
    if (wants_stop(limits_.cancel)) return interrupted();
    for (const Move move : session_.promising_moves(position)) {
      const Position next = play(board_, position, move);
      const std::optional<bool> wins = session_.opponent_wins(next, plies - 1);
      if (!wins) return interrupted();
      if (!*wins) continue;
      moves_.at(position).move = move;
      for_replies(next, [&](const Position& reply) { require(reply, plies - 2); });
      return {};
    }
    assert(false && "the result is not the position's");
    return verification_error("proof: the search contradicts itself, please report this");
  }

  static tl::unexpected<Error> interrupted() { return interrupted_error("proof: interrupted, nothing written"); }

  template <class Visitor>
  void for_replies(const Position& next, Visitor&& visit) const {
    for (const Move reply : playable_moves(board_, rules_, next)) visit(play(board_, next, reply));
  }

  // Returns the entries of moves_ whose positions occur in games from `roots`.
  Strategy reachable(const std::vector<Position>& roots) const {
    Strategy strategy;
    std::vector<Position> open = roots;
    while (!open.empty()) {
      const Position position = open.back();
      open.pop_back();
      const auto decided = moves_.find(position);
      if (decided == moves_.end() || !strategy.insert(*decided).second) continue;
      for_replies(play(board_, position, decided->second.move), [&](const Position& reply) { open.push_back(reply); });
    }
    return strategy;
  }

  ProofSession& session_;
  const Board& board_;
  RuleSet rules_;
  const ProofLimits& limits_;
  Strategy moves_;                                 // for each position: its lowest limit of plies so far, and a move
  std::map<int, std::vector<Position>> required_;  // positions that need a winning move, by limit of plies
};

}  // namespace

std::string_view to_string(ClaimKind kind) {
  switch (kind) {
    case ClaimKind::kWin: return "win";
    case ClaimKind::kLoss: return "loss";
    case ClaimKind::kNone: break;
  }
  return "none";
}

std::vector<Position> winners_turns(const Board& board, RuleSet rules, const Position& position, ClaimKind kind) {
  if (kind == ClaimKind::kWin) return {position};
  std::vector<Position> turns;
  for (const Move move : playable_moves(board, rules, position)) turns.push_back(play(board, position, move));
  return turns;
}

Result<Certificate> certify(ProofSession& session, const Position& position, const ProofResult& result) {
  const Board& board = session.board();
  const RuleSet rules = session.rules();
  const Verdict verdict = result.verdict;
  if (!verdict.is_decided()) return Certificate{{rules, position, ClaimKind::kNone, verdict.plies}, {}};
  if (verdict.is_draw()) return usage_error("proof: the game is over and drawn, there is nothing to prove");
  const ClaimKind kind = verdict.is_win() ? ClaimKind::kWin : ClaimKind::kLoss;
  session.apply_clock(false);
  auto strategy = StrategyBuilder(session).build(winners_turns(board, rules, position, kind),
                                                 verdict.is_win() ? verdict.plies : verdict.plies - 1);
  session.apply_clock(true);
  if (!strategy) return tl::unexpected(strategy.error());
  return Certificate{{rules, position, kind, verdict.plies}, *std::move(strategy)};
}

}  // namespace uisge
