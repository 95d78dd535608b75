#include "solver/search/search_fallback.h"

#include <algorithm>

#include "solver/search/main_line.h"
#include "solver/search/search_analysis.h"

namespace uisge {

namespace {

Label label_of(ProofVerdict verdict, int plies) {
  switch (verdict) {
    case ProofVerdict::kWin: return {Outcome::kWin, static_cast<Plies>(plies)};
    case ProofVerdict::kLoss: return {Outcome::kLoss, static_cast<Plies>(plies)};
    case ProofVerdict::kDraw:
    case ProofVerdict::kUndecided: break;
  }
  return {Outcome::kDraw, 0};
}

Analysis in_form_of_a_database(const SearchAnalysis& searched) {
  Analysis analysis;
  analysis.label = label_of(searched.verdict, searched.plies);
  analysis.is_open = searched.verdict == ProofVerdict::kUndecided;
  int open_plies = kMaxSearchPlies;
  for (const SearchedMove& move : searched.moves) {
    RankedMove ranked;
    ranked.move = move.move;
    ranked.label = label_of(move.verdict, move.plies);
    ranked.is_open = move.verdict == ProofVerdict::kUndecided;
    ranked.best = move.best && !analysis.is_open;
    if (ranked.is_open) open_plies = std::min(open_plies, move.plies);
    analysis.moves.push_back(ranked);
  }
  analysis.open_plies = static_cast<Plies>(analysis.is_open ? searched.plies : open_plies);
  return analysis;
}

}  // namespace

Result<ProofSession*> SearchFallback::session_for(BoardSize size) {
  Room& room = rooms_.try_emplace(size, size).first->second;
  if (room.session == nullptr) {
    auto session = ProofSession::make(room.board, rules_, limits_);
    if (!session) return tl::unexpected(session.error());
    room.session = *std::move(session);
  }
  return room.session.get();
}

Result<Analysis> SearchFallback::analyse(const Position& position) {
  const auto session = session_for(position.size());
  if (!session) return tl::unexpected(session.error());
  return in_form_of_a_database(uisge::analyse(**session, position));
}

Result<std::vector<Move>> SearchFallback::main_line(const Position& position, const Analysis& analysis) {
  if (analysis.is_open || analysis.label.outcome == Outcome::kDraw) return std::vector<Move>{};
  const auto session = session_for(position.size());
  if (!session) return tl::unexpected(session.error());
  return uisge::main_line(**session, position, analysis.label);
}

}  // namespace uisge
