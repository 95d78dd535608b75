#include "solver/search/search_fallback.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/notation.h"
#include "db/ranked_moves.h"

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
  if (session_ == nullptr || board_->size() != size) {
    session_.reset();  // before another one takes memory
    board_.emplace(size);
    auto session = ProofSession::make(*board_, rules_, limits_);
    if (!session) return tl::unexpected(session.error());
    session_ = *std::move(session);
  }
  return session_.get();
}

Result<Analysis> SearchFallback::analyse(const Position& position) {
  const auto session = session_for(position.size());
  if (!session) return tl::unexpected(session.error());
  return in_form_of_a_database(uisge::analyse(**session, position));
}

Result<void> SearchFallback::add_distances(const Position& position, Analysis& analysis) {
  const auto searched = analyse(position);
  if (!searched) return tl::unexpected(searched.error());
  const Board& board = *board_;
  const auto add = [](Label& label, Label found, bool is_open) {
    if (is_open || found.outcome == Outcome::kDraw) return true;
    if (label.outcome != found.outcome) return false;
    label = found;
    return true;
  };
  bool agrees = add(analysis.label, searched->label, searched->is_open);
  for (RankedMove& move : analysis.moves) {
    const auto same = std::find_if(searched->moves.begin(), searched->moves.end(),
                                   [&](const RankedMove& other) { return other.move == move.move; });
    if (same != searched->moves.end()) agrees = add(move.label, same->label, same->is_open) && agrees;
  }
  if (!agrees) {
    return tl::unexpected(
        Error{ErrorKind::kVerification,
              fmt::format("{}: the search proves another value than the file's", to_text(board, position)),
              {{Remedy::kVerify}}});
  }
  std::sort(analysis.moves.begin(), analysis.moves.end(),
            [&](const RankedMove& a, const RankedMove& b) { return to_text(board, a.move) < to_text(board, b.move); });
  rank_moves(analysis.moves);
  return {};
}

Result<std::vector<Move>> SearchFallback::main_line(const Position& position, const Analysis& analysis) {
  if (analysis.is_open || analysis.label.outcome == Outcome::kDraw) return std::vector<Move>{};
  const auto session = session_for(position.size());
  if (!session) return tl::unexpected(session.error());
  return uisge::main_line(**session, position, analysis.label);
}

}  // namespace uisge
