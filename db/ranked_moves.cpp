#include "db/ranked_moves.h"

#include <algorithm>
#include <tuple>

namespace uisge {

namespace {

bool has_better_verdict(const RankedMove& a, const RankedMove& b) {
  if (a.verdict != b.verdict || !a.verdict.is_win_or_loss() || a.verdict.has_distance()) {
    return is_better(a.verdict, b.verdict);
  }
  return a.verdict.is_win() ? a.at_most < b.at_most : a.at_most > b.at_most;
}

Plies fewest_plies(const RankedMove& move) {
  if (!move.verdict.is_decided()) return static_cast<Plies>(move.verdict.plies + 1);
  return move.verdict.has_distance() ? move.verdict.plies : move.at_least;
}

Plies most_plies(const RankedMove& move) {
  return move.verdict.has_distance() ? move.verdict.plies : move.at_most;
}

std::optional<int> bound_for(Verdict verdict, Plies most) {
  const bool is_bound = verdict.is_win_or_loss() && !verdict.has_distance() && most != kUncountedPlies;
  return is_bound ? std::optional<int>(most) : std::nullopt;
}

}  // namespace

MoveList moves_by_text(const Board& board, RuleSet rules, const Position& position) {
  MoveList moves = playable_moves(board, rules, position);
  const auto key = [&](Move move) {
    return std::tuple(board.file(move.from), board.rank(move.from), board.file(move.to), board.rank(move.to));
  };
  std::sort(moves.begin(), moves.end(), [&](Move a, Move b) { return key(a) < key(b); });
  return moves;
}

Analysis unjudged_analysis(const Board& board, RuleSet rules, const Position& position) {
  Analysis analysis{Verdict::undecided_within(0), {}};
  for (const Move move : moves_by_text(board, rules, position)) {
    analysis.moves.push_back({move, Verdict::undecided_within(0)});
  }
  return analysis;
}

std::optional<int> within_of(const RankedMove& move) {
  return bound_for(move.verdict, move.at_most);
}

std::optional<int> within_of(const Analysis& analysis) {
  if (analysis.moves.empty()) return std::nullopt;
  const bool is_win = analysis.verdict.is_win();
  Plies most = is_win ? kUncountedPlies : Plies{0};
  for (const RankedMove& move : analysis.moves) {
    if (!is_win) most = std::max(most, most_plies(move));
    if (is_win && move.verdict.is_win()) most = std::min(most, most_plies(move));
  }
  return bound_for(analysis.verdict, most);
}

Verdict verdict_of_moves(const std::vector<RankedMove>& moves) {
  Verdict verdict = moves.front().verdict;
  for (const RankedMove& move : moves) {
    if (is_better(move.verdict, verdict)) verdict = move.verdict;
  }
  for (const RankedMove& move : moves) {
    const bool may_win = move.verdict.is_win() || !move.verdict.is_decided();
    if (verdict.is_win() && may_win && fewest_plies(move) < verdict.plies) verdict.plies = kUncountedPlies;
    if (!verdict.is_decided() && may_win) verdict.plies = std::min(verdict.plies, move.verdict.plies);
  }
  return verdict;
}

void rank_moves(std::vector<RankedMove>& moves, Verdict position) {
  // A lambda, since GCC does not inline a function that is passed by its name.
  std::stable_sort(moves.begin(), moves.end(),
                   [](const RankedMove& a, const RankedMove& b) { return has_better_verdict(a, b); });
  if (moves.empty()) return;
  // A list of noted positions may know the position and lack its best moves.
  const Verdict best = position.is_draw() || position.has_distance() ? position : moves.front().verdict;
  const Plies bound = moves.front().at_most;
  for (RankedMove& move : moves) {
    const bool has_bound = best.has_distance() || move.at_most == bound;
    move.best = move.verdict.is_decided() && move.verdict == best && has_bound;
  }
}

}  // namespace uisge
