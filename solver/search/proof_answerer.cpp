#include "solver/search/proof_answerer.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/notation.h"

namespace uisge {

Result<std::unique_ptr<ProofAnswerer>> ProofAnswerer::open(const std::string& path, std::uint64_t cache_bytes) {
  auto lines = UISGE_TRY(ProofLines::open(path, cache_bytes));
  return std::unique_ptr<ProofAnswerer>(new ProofAnswerer(path, std::move(lines)));
}

ProofAnswerer::ProofAnswerer(std::string path, std::unique_ptr<ProofLines> lines)
    : path_(std::move(path)),
      lines_(std::move(lines)),
      identity_{claim().position.size(), claim().position.pieces(), claim().rules},
      rules_(identity_.rules) {}

bool ProofAnswerer::holds_under(RuleSet rules) const {
  const RuleSet own = identity_.rules;
  return rules.diagonal_jumps == own.diagonal_jumps && (rules.stuck == own.stuck || own.stuck == StuckRule::kDraws);
}

Result<ProofAnswerer::Known> ProofAnswerer::known_at_once(const Position& position) {
  if (const auto over = outcome_if_over(lines_->board(), rules_, position)) {
    return Known{without_distance(Verdict{over, 0}), 0};
  }
  const auto line = UISGE_TRY(lines_->find(lines_->numbers().place_of(position).number));
  if (!line) return Known{Verdict::undecided_within(0), 0};
  return Known{without_distance(Verdict::win(0)), line->plies};
}

Result<ProofAnswerer::Known> ProofAnswerer::known(const Position& position) {
  auto at_once = known_at_once(position);
  if (!at_once || at_once->value.is_decided()) return at_once;
  int within = 0;
  for (const Move move : playable_moves(lines_->board(), rules_, position)) {
    const auto after = UISGE_TRY(known_at_once(play(lines_->board(), position, move)));
    if (!after.value.is_win()) return at_once;
    within = std::max(within, after.within + 1);
  }
  return Known{without_distance(Verdict::loss(0)), within};
}

Result<Analysis> ProofAnswerer::analyse(const Position& position) {
  const Board& board = lines_->board();
  if (position.size() != identity_.board || position.pieces() != identity_.pieces) {
    return usage_error(fmt::format("{}: holds {}, but the position has the board {} with {} a side", path_,
                                   to_string(identity_), to_string(position.size()), position.pieces()));
  }
  Analysis analysis;
  for (const Move move : moves_by_text(board, rules_, position)) {
    const auto after = UISGE_TRY(known(play(board, position, move)));
    RankedMove ranked{move, verdict_before(after.value)};
    if (ranked.verdict.is_win_or_loss()) ranked.at_most = static_cast<Plies>(after.within + 1);
    analysis.moves.push_back(ranked);
  }
  if (analysis.moves.empty()) return Analysis{{outcome_if_over(board, rules_, position), 0}, {}};
  rank_moves(analysis.moves);
  // Undecided moves rank above draws and losses, so the verdict of the first move is that of the position.
  const Verdict best = analysis.moves.front().verdict;
  analysis.verdict = best.is_decided() ? best : Verdict::undecided_within(0);
  const auto of_line = UISGE_TRY(known_at_once(position));
  if (of_line.value.is_win() && !best.is_win()) {
    return bad_file(fmt::format("{}: is no proof of {}", path_, to_text(board, position)), {{Remedy::kVerifyProof}});
  }
  return analysis;
}

Result<std::vector<Move>> ProofAnswerer::main_line(const Position& position, Verdict verdict) {
  std::vector<Move> line;
  if (!verdict.is_win_or_loss()) return line;
  Position at = position;
  auto here = analyse(at);
  // In a right proof, each move of the line lowers the number of plies within which the game ends. A wrong proof may
  // lead in a circle, so the number of moves is limited.
  int left = here ? within_of(*here).value_or(0) : 0;
  for (; here && within_of(*here) && left > 0; --left, here = analyse(at)) {
    line.push_back(here->moves.front().move);
    at = play(lines_->board(), at, line.back());
  }
  if (!here) return tl::unexpected(here.error());
  return line;
}

Result<Analysis> ProofThenSearch::analyse(const Position& position) {
  auto analysis = proof_.analyse(position);
  if (!analysis || analysis->verdict.is_decided()) return analysis;
  UISGE_TRY(search_.complete(position, *analysis));
  return analysis;
}

Result<std::vector<Move>> ProofThenSearch::main_line(const Position& position, Verdict verdict) {
  // A verdict with a distance comes from the search, since the proof knows no distances.
  if (verdict.has_distance()) return search_.main_line(position, verdict);
  return proof_.main_line(position, verdict);
}

}  // namespace uisge
