#include "solver/search/line_replay.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/notation.h"

namespace uisge {

LineReplay::LineReplay(const Board& board, RuleSet rules, Cover cover)
    : board_(board), rules_(rules), cover_(std::move(cover)) {}

void LineReplay::set_flaw(const Position& position, std::string_view what) {
  if (!flaw_) flaw_ = fmt::format("{}: {}", to_text(board_, position), what);
}

PlainTurn LineReplay::turn_of(const Position& position) {
  PlainTurn turn = plain_turn(board_, rules_, position);
  ++counts_.positions;
  counts_.moves += turn.plies.size();
  const bool can_move = !turn.plies.empty() && !turn.plies.front().move.is_pass();
  if (!can_move && position.is_live()) counts_.has_stuck_position = true;
  return turn;
}

void LineReplay::check_line(const Position& position, StrategyMove line) {
  const PlainTurn turn = turn_of(position);
  const auto played =
      std::find_if(turn.plies.begin(), turn.plies.end(), [&](const PlainPly& ply) { return ply.move == line.move; });
  if (played == turn.plies.end()) {
    set_flaw(position, fmt::format("{} cannot be played", to_text(board_, line.move)));
  } else {
    check_move(position, *played, line.plies);
  }
}

void LineReplay::check_line(const Position& canonical_position, const ProofLine& line) {
  PlainTurn turn = turn_of(canonical_position);
  if (line.move_number >= turn.plies.size()) {
    set_flaw(canonical_position,
             fmt::format("move {} of {} cannot be played", line.move_number + 1, turn.plies.size()));
    return;
  }
  const auto played = turn.plies.begin() + line.move_number;
  std::nth_element(turn.plies.begin(), played, turn.plies.end(),
                   [](const PlainPly& a, const PlainPly& b) { return a.move < b.move; });
  check_move(canonical_position, *played, line.plies);
}

void LineReplay::check_move(const Position& position, const PlainPly& played, int plies) {
  if (plies < 1) {
    set_flaw(position, "a move takes a ply");
  } else {
    require_loss(played.after, plies - 1);
  }
}

void LineReplay::check_claim(const ProofClaim& claim) {
  if (claim.kind == ClaimKind::kWin) require_win(claim.position, claim.plies);
  if (claim.kind == ClaimKind::kLoss) require_loss(claim.position, claim.plies);
}

// Records a flaw unless the side to move has won, or the position has a line of at most `plies` plies.
void LineReplay::require_win(const Position& position, int plies) {
  if (const auto covered = cover_(position)) {
    if (*covered > plies) {
      set_flaw(position, fmt::format("a win within {} plies is needed, the strategy takes {}", plies, *covered));
    }
    return;
  }
  const PlainTurn turn = turn_of(position);
  if (!turn.over) return set_flaw(position, "the strategy has no move for this position");
  if (turn.outcome != Outcome::kWin) set_flaw(position, "the game has ended here without a win");
}

// Records a flaw if the side to move does not lose within `plies` plies. The side has lost already, or require_win()
// must find a win within plies - 1 plies after each of its moves.
void LineReplay::require_loss(const Position& position, int plies) {
  const PlainTurn turn = turn_of(position);
  if (turn.over) {
    if (turn.outcome != Outcome::kLoss) set_flaw(position, "the game has ended here without a win");
    return;
  }
  if (plies < 1) return set_flaw(position, "the game should have ended here");
  for (const PlainPly& answer : turn.plies) require_win(answer.after, plies - 1);
}

}  // namespace uisge
