#include "solver/search/search_fallback.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/notation.h"
#include "solver/search/main_line.h"
#include "solver/search/search_analysis.h"

namespace uisge {

namespace {

// Replaces a verdict without a distance, or an undecided one, by the win or loss that the search found. False if the
// two contradict each other.
bool add_distance(Verdict& verdict, Verdict found) {
  if (!found.is_win_or_loss()) return true;
  if (verdict.is_decided() && verdict.outcome != found.outcome) return false;
  verdict = found;
  return true;
}

}  // namespace

Result<ProofSession*> SearchFallback::session_for(BoardSize size) {
  if (session_ == nullptr || board_->size() != size) {
    session_.reset();  // frees its memory before the next session takes some
    board_.emplace(size);
    auto session = ProofSession::make(*board_, rules_, limits_);
    if (!session) return tl::unexpected(session.error());
    session_ = *std::move(session);
  }
  return session_.get();
}

void SearchFallback::limit_questions(std::chrono::duration<double> time, const std::atomic<bool>* cancel) {
  limits_.time = time;
  limits_.cancel = cancel;
  if (session_ != nullptr) session_->limit_questions(time, cancel);
}

Result<Analysis> SearchFallback::analyse(const Position& position) {
  const auto session = session_for(position.size());
  if (!session) return tl::unexpected(session.error());
  return uisge::analyse(**session, position);
}

Result<void> SearchFallback::prepare(std::span<const Position> positions) {
  if (positions.empty()) return {};
  return session_for(positions.front().size()).map([](ProofSession*) {});
}

Result<void> SearchFallback::add_distances(const Position& position, Analysis& analysis) {
  const auto searched = analyse(position);
  if (!searched) return tl::unexpected(searched.error());
  const Board& board = *board_;
  bool agrees = add_distance(analysis.verdict, searched->verdict);
  for (RankedMove& move : analysis.moves) {
    const auto same = std::find_if(searched->moves.begin(), searched->moves.end(),
                                   [&](const RankedMove& other) { return other.move == move.move; });
    if (same != searched->moves.end()) agrees = add_distance(move.verdict, same->verdict) && agrees;
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

Result<std::vector<Move>> SearchFallback::main_line(const Position& position, Verdict verdict) {
  if (!verdict.has_distance()) return std::vector<Move>{};
  const auto session = session_for(position.size());
  if (!session) return tl::unexpected(session.error());
  return uisge::main_line(**session, position, verdict);
}

}  // namespace uisge
