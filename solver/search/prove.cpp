#include "solver/search/prove.h"

#include "solver/search/main_line.h"
#include "solver/search/proof_session.h"

namespace uisge {

ProofResult prove(ProofSession& session, const Position& position) {
  const std::uint64_t nodes_before = session.nodes();
  session.restart_clock();
  ProofResult result;
  result.mover_no_win_within = result.opponent_no_win_within = -1;
  const auto settle = [&](ProofVerdict verdict, int plies) {
    result.verdict = verdict;
    result.plies = plies;
  };

  const GameEnd end = game_end(session.board(), session.rules(), position);
  if (end != GameEnd::kNotOver && outcome_of(end, session.rules().stuck) == Outcome::kDraw) {
    settle(ProofVerdict::kDraw, 0);
    return result;
  }
  for (int plies = 0; plies <= session.limits().max_plies && result.verdict == ProofVerdict::kUndecided; ++plies) {
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
    const Outcome outcome = result.verdict == ProofVerdict::kWin ? Outcome::kWin : Outcome::kLoss;
    result.line = main_line(session, position, {outcome, static_cast<Plies>(result.plies)});
    // What is proven stays so; the line may have been cut short.
    if (result.line.size() < static_cast<std::size_t>(result.plies)) result.end = session.end();
  }
  result.nodes = session.nodes() - nodes_before;
  result.elapsed = session.elapsed();
  return result;
}

}  // namespace uisge
