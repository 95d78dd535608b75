#include "solver/search/main_line.h"

#include <cassert>
#include <optional>

namespace uisge {

std::vector<Move> main_line(ProofSession& session, Position position, Verdict verdict) {
  assert(verdict.has_distance());
  std::vector<Move> line;
  while (verdict.plies > 0) {
    const int rest = verdict.plies - 1;
    const auto keeps_distance = [&](const Position& next) -> std::optional<bool> {
      if (verdict.is_win()) return session.opponent_wins(next, rest);
      // The position is lost, and after every move the other side wins within verdict.plies - 1 plies. A best move is
      // one after which the other side cannot win within verdict.plies - 2 plies.
      if (rest == 0) return true;
      const std::optional<bool> wins = session.mover_wins(next, rest - 1);
      return wins ? std::optional(!*wins) : std::nullopt;
    };
    bool found = false;
    for (const Move move : playable_moves(session.board(), session.rules(), position)) {
      const Position next = play(session.board(), position, move);
      const std::optional<bool> keeps = keeps_distance(next);
      if (!keeps) return line;
      if (!*keeps) continue;
      line.push_back(move);
      position = next;
      found = true;
      break;
    }
    assert(found && "the verdict is not the position's");
    if (!found) break;
    verdict = {opposite(*verdict.outcome), static_cast<Plies>(rest)};
  }
  return line;
}

}  // namespace uisge
