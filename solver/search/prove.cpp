#include "solver/search/prove.h"

#include "solver/search/main_line.h"
#include "solver/search/proof_session.h"

namespace uisge {

ProofResult prove(ProofSession& session, const Position& position) {
  const std::uint64_t nodes_before = session.nodes();
  session.restart_clock();
  ProofResult result;
  result.mover_no_win_within = result.opponent_no_win_within = -1;
  if (outcome_if_over(session.board(), session.rules(), position) == Outcome::kDraw) {
    result.verdict = Verdict::draw();
    return result;
  }
  for (int plies = 0; plies <= session.limits().max_plies; ++plies) {
    const std::optional<bool> mover = session.mover_wins(position, plies);
    if (!mover) break;
    if (*mover) {
      result.verdict = Verdict::win(plies);
      break;
    }
    result.mover_no_win_within = plies;
    const std::optional<bool> opponent = session.opponent_wins(position, plies);
    if (!opponent) break;
    if (*opponent) {
      result.verdict = Verdict::loss(plies);
      break;
    }
    result.opponent_no_win_within = plies;
    result.verdict = Verdict::undecided_within(plies);
  }
  result.end = session.end();
  if (result.verdict.is_decided()) {
    result.line = main_line(session, position, result.verdict);
    // The verdict is proved, but the time limit or the user may have cut the line short.
    if (result.line.size() < result.verdict.plies) result.end = session.end();
  }
  result.nodes = session.nodes() - nodes_before;
  result.elapsed = session.elapsed();
  return result;
}

}  // namespace uisge
