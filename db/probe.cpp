#include "db/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "db/label_cache.h"

namespace uisge {

Probe::Probe(const Database& database, std::size_t cache_bytes) : labels_(labels_of(database, cache_bytes)) {}

Result<void> Probe::check_identity(const Position& position) const {
  if (position.size() == identity().board && position.pieces() == identity().pieces) return {};
  return usage_error(fmt::format("position: {} with {} a side, but {} holds {}", to_string(position.size()),
                                 position.pieces(), labels_->path(), to_string(identity())));
}

Result<Probe::Answer> Probe::look_up(const Position& position) {
  // A side that is all crowns completed with the last move; the mover can only be shown such a position.
  if (position.opponent_all_crowns()) return Answer{{Outcome::kLoss, 0}};
  if (position.mover_all_crowns()) return Answer{{Outcome::kWin, 0}};
  const auto cell = find_cell(board(), labels_->placements(), labels_->colourings(), position);
  if (!cell) return bad_file(fmt::format("{}: a placement of pieces is missing", labels_->path()));
  const auto code = labels_->code(*cell);
  if (!code) return tl::unexpected(code.error());
  if (*code != kDrawCode || !labels_->decided_plies()) return Answer{decode_label(*code)};
  const GameEnd end = game_end(board(), identity().rules, position);
  if (end == GameEnd::kNotOver) return Answer{{}, true};
  return Answer{{outcome_of(end, identity().rules.stuck), 0}};
}

Result<Label> Probe::label(const Position& position) {
  assert(!labels_->decided_plies());
  if (auto checked = check_identity(position); !checked) return tl::unexpected(checked.error());
  return look_up(position).map([](const Answer& answer) { return answer.label; });
}

MoveList Probe::moves_by_text(const Position& position) const {
  MoveList moves = playable_moves(board(), identity().rules, position);
  sort_by_text(board(), moves);
  return moves;
}

Result<Analysis> Probe::analyse(const Position& position) {
  if (auto checked = check_identity(position); !checked) return tl::unexpected(checked.error());
  const auto answer = look_up(position);
  if (!answer) return tl::unexpected(answer.error());
  Analysis analysis{answer->label, answer->is_open, {}};
  for (const Move move : moves_by_text(position)) {
    const auto next = look_up(play(board(), position, move));
    if (!next) return tl::unexpected(next.error());
    const Label label = label_before(next->label);
    analysis.moves.push_back({move, labels_->has_distances() ? label : without_distance(label), false, next->is_open});
  }
  if (analysis.moves.empty() && analysis.label.outcome != Outcome::kDraw) analysis.label.distance = 0;
  rank_moves(analysis.moves);
  if (const auto decided = labels_->decided_plies()) analysis.open_plies = static_cast<Plies>(*decided + 1);
  // What the last solved ply decided may decide the position a ply before it; an open position has moves.
  if (analysis.is_open && !analysis.moves.front().is_open) {
    analysis.label = analysis.moves.front().label;
    analysis.is_open = false;
  }
  return analysis;
}

Result<Move> Probe::first_move_with(const Position& position, Label label) {
  for (const Move move : moves_by_text(position)) {
    const auto next = look_up(play(board(), position, move));
    if (!next) return tl::unexpected(next.error());
    if (label_before(next->label) == label && !next->is_open) return move;
  }
  return bad_file(fmt::format("{}: no move leads to what the label says, see 'uisge verify'", labels_->path()));
}

Result<std::vector<Move>> Probe::main_line(const Position& position) {
  const auto analysis = analyse(position);
  if (!analysis) return tl::unexpected(analysis.error());
  std::vector<Move> line;
  if (analysis->is_open) return line;
  if (analysis->label.outcome != Outcome::kDraw && !analysis->label.has_distance()) return line;
  std::vector<Position> seen;
  Position here = position;
  Label rest = analysis->label;
  while (game_end(board(), identity().rules, here) == GameEnd::kNotOver) {
    if (rest.outcome == Outcome::kDraw) {
      if (line.size() == kMaxDrawnLine || std::find(seen.begin(), seen.end(), here) != seen.end()) break;
      seen.push_back(here);
    }
    const auto move = first_move_with(here, rest);
    if (!move) return tl::unexpected(move.error());
    line.push_back(*move);
    here = play(board(), here, *move);
    // What is best for the mover is what the label says, so the next label follows from it without a look-up.
    if (rest.outcome != Outcome::kDraw) rest = {opposite(rest.outcome), static_cast<Plies>(rest.distance - 1)};
  }
  return line;
}

}  // namespace uisge
