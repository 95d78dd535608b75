#include "db/position_law.h"

#include <fmt/format.h>

#include "core/notation.h"

namespace uisge {

namespace {

// REQUIRES: the verdict is decided.
std::string in_words(Verdict verdict) {
  if (verdict.is_draw()) return "a draw";
  if (!verdict.has_distance()) return fmt::format("a {}", to_string(*verdict.outcome));
  return fmt::format("a {} in {}", to_string(*verdict.outcome), verdict.plies);
}

}  // namespace

Result<PositionLaw> check_position_law(Probe& probe, const Position& position) {
  const Board& board = probe.board();
  const RuleSet rules = probe.identity().rules;
  const auto analysis = UISGE_TRY(probe.analyse(position));
  PositionLaw law{std::nullopt, analysis.moves.size()};
  if (analysis.moves.empty()) {
    const Verdict expected{outcome_of(game_end(board, rules, position), rules.stuck), 0};
    if (analysis.verdict != expected) {
      law.broken = fmt::format("{} is labelled {}, but the game is over and {}", to_text(board, position),
                               in_words(analysis.verdict), in_words(expected));
    }
  } else if (const RankedMove& best = analysis.moves.front(); analysis.verdict != best.verdict) {
    law.broken = fmt::format("{} is labelled {}, but its best move {} makes it {}", to_text(board, position),
                             in_words(analysis.verdict), to_text(board, best.move), in_words(best.verdict));
  }
  return law;
}

}  // namespace uisge
