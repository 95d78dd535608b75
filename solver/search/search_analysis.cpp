#include "solver/search/search_analysis.h"

#include <algorithm>
#include <tuple>

namespace uisge {

namespace {

struct Candidate {
  Move move;
  Position after;
  std::tuple<int, int> looks;  // how good the move looks without a search; a smaller tuple is better
  Verdict verdict = {};
};

std::tuple<int, int> looks_of(const ProofSession& session, const Position& after) {
  const int own_blanks = (after.opponent_bb() - after.crowns_bb()).size();
  const int their_blanks = (after.mover_bb() - after.crowns_bb()).size();
  return {own_blanks - their_blanks, static_cast<int>(legal_moves(session.board(), session.rules(), after).size())};
}

// Finds out by a search whether the move wins, loses, or does neither within `plies`. Returns false if the search was
// stopped.
bool decide(ProofSession& session, Candidate& candidate, int plies) {
  const auto settle = [&](Verdict verdict) {
    candidate.verdict = verdict;
    return true;
  };
  const auto over = outcome_if_over(session.board(), session.rules(), candidate.after);
  if (over == Outcome::kDraw) return settle(Verdict::draw());
  const std::optional<bool> wins = session.opponent_wins(candidate.after, plies - 1);
  if (!wins) return false;
  if (*wins) return settle(Verdict::win(plies));
  const std::optional<bool> loses = session.mover_wins(candidate.after, plies - 1);
  if (!loses) return false;
  return settle(*loses ? Verdict::loss(plies) : Verdict::undecided_within(plies));
}

std::vector<Candidate> candidates_of(const ProofSession& session, const Position& position) {
  std::vector<Candidate> candidates;
  for (const Move move : moves_by_text(session.board(), session.rules(), position)) {
    const Position after = play(session.board(), position, move);
    candidates.push_back({move, after, looks_of(session, after)});
  }
  return candidates;
}

void deepen(ProofSession& session, std::vector<Candidate>& candidates, int plies_after_win) {
  const auto is_won = [](const Candidate& c) { return c.verdict.is_win(); };
  const auto is_decided = [](const Candidate& c) { return c.verdict.is_decided(); };
  int max_plies = session.limits().max_plies;
  bool is_win_known = false;
  for (int plies = 1; plies <= max_plies; ++plies) {
    for (Candidate& candidate : candidates) {
      if (!candidate.verdict.is_decided() && !decide(session, candidate, plies)) return;
    }
    if (!is_win_known && std::any_of(candidates.begin(), candidates.end(), is_won)) {
      is_win_known = true;
      max_plies = std::min(max_plies, plies + plies_after_win);
    }
    if (std::all_of(candidates.begin(), candidates.end(), is_decided)) return;
  }
}

}  // namespace

Analysis analyse(ProofSession& session, const Position& position, int plies_after_win) {
  if (const auto over = outcome_if_over(session.board(), session.rules(), position)) return {{over, 0}, {}};
  session.restart_clock();
  std::vector<Candidate> candidates = candidates_of(session, position);
  deepen(session, candidates, plies_after_win);
  const auto rest = std::stable_partition(candidates.begin(), candidates.end(),
                                          [](const Candidate& c) { return !c.verdict.is_win_or_loss(); });
  std::stable_sort(candidates.begin(), rest, [](const Candidate& a, const Candidate& b) { return a.looks < b.looks; });
  Analysis analysis;
  for (const Candidate& candidate : candidates) analysis.moves.push_back({candidate.move, candidate.verdict});
  rank_moves(analysis.moves);
  // The bounds of undecided moves differ if the search was stopped between two moves.
  analysis.verdict = verdict_of_moves(analysis.moves);
  return analysis;
}

}  // namespace uisge
