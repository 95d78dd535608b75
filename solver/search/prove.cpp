#include "solver/search/prove.h"

#include "solver/search/main_line.h"
#include "solver/search/proof_session.h"

namespace uisge {

Result<ProofResult> prove(const Board& board, RuleSet rules, const Position& position, const ProofLimits& limits) {
  auto made = ProofSession::make(board, rules, limits);
  if (!made) return tl::unexpected(made.error());
  ProofSession& session = **made;
  ProofResult result;
  result.mover_no_win_within = result.opponent_no_win_within = -1;
  const auto settle = [&](ProofVerdict verdict, int plies) {
    result.verdict = verdict;
    result.plies = plies;
  };

  const GameEnd end = game_end(board, rules, position);
  if (end != GameEnd::kNotOver && outcome_of(end, rules.stuck) == Outcome::kDraw) {
    settle(ProofVerdict::kDeadDraw, 0);
    return result;
  }
  for (int plies = 0; plies <= limits.max_plies && result.verdict == ProofVerdict::kUndecided; ++plies) {
    const std::optional<bool> mover = session.mover_wins(position, plies);
    if (!mover) break;
    if (*mover) {
      settle(ProofVerdict::kWin, plies);
      break;
    }
    result.mover_no_win_within = plies;
    const std::optional<bool> opponent = session.opponent_wins(position, plies);
    if (!opponent) break;
    if (*opponent) {
      settle(ProofVerdict::kLoss, plies);
      break;
    }
    result.opponent_no_win_within = plies;
    settle(ProofVerdict::kUndecided, plies);
  }
  result.end = session.end();
  if (result.verdict != ProofVerdict::kUndecided) {
    session.ignore_limits();
    result.line = main_line(
        session, board, rules, position,
        {result.verdict == ProofVerdict::kWin ? Outcome::kWin : Outcome::kLoss, static_cast<Plies>(result.plies)});
  }
  result.nodes = session.nodes();
  result.elapsed = session.elapsed();
  return result;
}

}  // namespace uisge
