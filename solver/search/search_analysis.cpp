#include "solver/search/search_analysis.h"

#include <algorithm>
#include <tuple>

#include "db/ranked_moves.h"

namespace uisge {

namespace {

// A move under study.
struct Candidate {
  SearchedMove searched;
  Position after;
  std::tuple<int, int> looks;  // less is better
  bool decided = false;
};

std::tuple<int, int> looks_of(const ProofSession& session, const Position& after) {
  const int own_blanks = (after.opponent_bb() - after.crowns_bb()).size();
  const int their_blanks = (after.mover_bb() - after.crowns_bb()).size();
  return {own_blanks - their_blanks, static_cast<int>(legal_moves(session.board(), session.rules(), after).size())};
}

// Whether the mover likes the first better; undecided is as good as drawn.
int rank(ProofVerdict verdict) {
  return verdict == ProofVerdict::kWin ? 0 : verdict == ProofVerdict::kLoss ? 2 : 1;
}
bool is_better(const SearchedMove& a, const SearchedMove& b) {
  if (rank(a.verdict) != rank(b.verdict)) return rank(a.verdict) < rank(b.verdict);
  if (a.verdict == ProofVerdict::kWin) return a.plies < b.plies;
  return a.verdict == ProofVerdict::kLoss && a.plies > b.plies;
}

// Asks about one move whether it wins or loses within `plies`; false when the session was stopped.
bool decide(ProofSession& session, Candidate& candidate, int plies) {
  const auto settle = [&](ProofVerdict verdict) {
    candidate.decided = verdict != ProofVerdict::kUndecided;
    candidate.searched.verdict = verdict;
    candidate.searched.plies = plies;
    return true;
  };
  const GameEnd end = game_end(session.board(), session.rules(), candidate.after);
  if (end != GameEnd::kNotOver && outcome_of(end, session.rules().stuck) == Outcome::kDraw) {
    return settle(ProofVerdict::kDraw);
  }
  const std::optional<bool> wins = session.opponent_wins(candidate.after, plies - 1);
  if (!wins) return false;
  if (*wins) return settle(ProofVerdict::kWin);
  const std::optional<bool> loses = session.mover_wins(candidate.after, plies - 1);
  if (!loses) return false;
  return settle(*loses ? ProofVerdict::kLoss : ProofVerdict::kUndecided);
}

std::vector<Candidate> candidates_of(const ProofSession& session, const Position& position) {
  std::vector<Candidate> candidates;
  MoveList moves = playable_moves(session.board(), session.rules(), position);
  sort_by_text(session.board(), moves);
  for (const Move move : moves) {
    const Position after = play(session.board(), position, move);
    candidates.push_back({{move}, after, looks_of(session, after), false});
  }
  return candidates;
}

void deepen(ProofSession& session, std::vector<Candidate>& candidates) {
  const auto is_won = [](const Candidate& c) { return c.searched.verdict == ProofVerdict::kWin; };
  const auto is_decided = [](const Candidate& c) { return c.decided; };
  for (int plies = 1; plies <= session.limits().max_plies; ++plies) {
    for (Candidate& candidate : candidates) {
      if (!candidate.decided && !decide(session, candidate, plies)) return;
    }
    if (std::any_of(candidates.begin(), candidates.end(), is_won)) return;
    if (std::all_of(candidates.begin(), candidates.end(), is_decided)) return;
  }
}

}  // namespace

SearchAnalysis analyse(ProofSession& session, const Position& position) {
  SearchAnalysis analysis;
  if (const GameEnd end = game_end(session.board(), session.rules(), position); end != GameEnd::kNotOver) {
    const Outcome outcome = outcome_of(end, session.rules().stuck);
    analysis.verdict = outcome == Outcome::kWin    ? ProofVerdict::kWin
                       : outcome == Outcome::kLoss ? ProofVerdict::kLoss
                                                   : ProofVerdict::kDraw;
    return analysis;
  }
  session.restart_clock();
  std::vector<Candidate> candidates = candidates_of(session, position);
  deepen(session, candidates);
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    if (is_better(a.searched, b.searched)) return true;
    if (is_better(b.searched, a.searched) || rank(a.searched.verdict) != 1) return false;
    return std::tie(a.decided, a.looks) < std::tie(b.decided, b.looks);  // what is drawn for good comes last
  });
  for (const Candidate& candidate : candidates) {
    analysis.moves.push_back(candidate.searched);
    analysis.moves.back().best = !is_better(candidates.front().searched, candidate.searched);
  }
  // The first move's value is the position's, but that of several undecided ones the least is known.
  analysis.verdict = analysis.moves.front().verdict;
  analysis.plies = analysis.moves.front().plies;
  for (const SearchedMove& move : analysis.moves) {
    const bool undecided = analysis.verdict == ProofVerdict::kUndecided && move.verdict == ProofVerdict::kUndecided;
    if (undecided) analysis.plies = std::min(analysis.plies, move.plies);
  }
  return analysis;
}

}  // namespace uisge
