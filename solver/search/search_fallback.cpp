#include "solver/search/search_fallback.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/notation.h"
#include "solver/search/main_line.h"
#include "solver/search/search_analysis.h"

namespace uisge {

namespace {

// Replaces the verdict by what was found, if that says more. Returns false if the two verdicts contradict each other.
bool add_verdict(Verdict& verdict, Verdict found) {
  if (verdict.is_decided() && found.is_decided() && verdict.outcome != found.outcome) return false;
  if (verdict.has_distance() && found.has_distance() && verdict != found) return false;
  const bool says_more =
      found.is_decided() ? !verdict.has_distance() : !verdict.is_decided() && found.plies > verdict.plies;
  if (says_more) verdict = found;
  return true;
}

}  // namespace

Result<ProofSession*> SearchFallback::session_for(BoardSize size) {
  if (session_ == nullptr || board_->size() != size) {
    session_.reset();  // frees the old session's memory before the next session takes memory
    board_.emplace(size);
    session_ = UISGE_TRY(ProofSession::make(*board_, rules_, limits_));
  }
  return session_.get();
}

void SearchFallback::limit_questions(std::chrono::duration<double> time, const std::atomic<bool>* cancel) {
  limits_.time = time;
  limits_.cancel = cancel;
  if (session_ != nullptr) session_->limit_questions(time, cancel);
}

Result<Analysis> SearchFallback::analyse(const Position& position) {
  const auto session = UISGE_TRY(session_for(position.size()));
  return uisge::analyse(*session, position, plies_after_win_);
}

Result<void> SearchFallback::prepare(std::span<const Position> positions) {
  if (positions.empty()) return {};
  return session_for(positions.front().size()).map([](ProofSession*) {});
}

Result<void> SearchFallback::complete(const Position& position, Analysis& analysis) {
  const auto searched = UISGE_TRY(analyse(position));
  const Board& board = *board_;
  const auto of_search = [&](const RankedMove& move) {
    return std::find_if(searched.moves.begin(), searched.moves.end(),
                        [&](const RankedMove& other) { return other.move == move.move; });
  };
  bool agrees = add_verdict(analysis.verdict, searched.verdict);
  for (RankedMove& move : analysis.moves) {
    const auto same = of_search(move);
    if (same == searched.moves.end()) continue;
    agrees = add_verdict(move.verdict, same->verdict) && agrees;
    // Neither side can force a win within the plies that the search has looked ahead.
    if (!same->verdict.is_decided()) move.at_least = static_cast<Plies>(same->verdict.plies + 1);
  }
  if (!analysis.moves.empty()) {
    agrees = add_verdict(analysis.verdict, verdict_of_moves(analysis.moves)) && agrees;
  }
  if (!agrees) {
    return verification_error(
        fmt::format("{}: the search proves another value or distance than the file's", to_text(board, position)));
  }
  std::sort(analysis.moves.begin(), analysis.moves.end(),
            [&](const RankedMove& a, const RankedMove& b) { return to_text(board, a.move) < to_text(board, b.move); });
  // The search has the most promising undecided move first.
  const auto open = std::stable_partition(analysis.moves.begin(), analysis.moves.end(),
                                          [](const RankedMove& move) { return move.verdict.is_decided(); });
  std::sort(open, analysis.moves.end(),
            [&](const RankedMove& a, const RankedMove& b) { return of_search(a) < of_search(b); });
  rank_moves(analysis.moves, analysis.verdict);
  return {};
}

Result<std::vector<Move>> SearchFallback::main_line(const Position& position, Verdict verdict) {
  if (!verdict.has_distance()) return std::vector<Move>{};
  const auto session = UISGE_TRY(session_for(position.size()));
  return uisge::main_line(*session, position, verdict);
}

}  // namespace uisge
