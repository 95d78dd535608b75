#include "db/probe.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/position_cell.h"

namespace uisge {

Result<void> Probe::check_identity(const Position& position) const {
  const DatabaseIdentity& identity = database().identity();
  if (position.size() == identity.board && position.pieces() == identity.pieces) return {};
  return usage_error(fmt::format("position: {} with {} a side, but {} holds {}", to_string(position.size()),
                                 position.pieces(), database().path(), to_string(identity)));
}

Result<Label> Probe::known_label(const Position& position) {
  // A side that is all crowns completed with the last move; the mover can only be shown such a position.
  if (position.opponent_all_crowns()) return Label{Outcome::kLoss, 0};
  if (position.mover_all_crowns()) return Label{Outcome::kWin, 0};
  const auto cell = find_cell(database().board(), database().placements(), database().colourings(), position);
  if (!cell) return bad_file(fmt::format("{}: a placement of pieces is missing", database().path()));
  const auto code = cache_.code(*cell);
  if (!code) return tl::unexpected(code.error());
  return decode_label(*code);
}

Result<Label> Probe::label(const Position& position) {
  if (auto checked = check_identity(position); !checked) return tl::unexpected(checked.error());
  return known_label(position);
}

Result<Analysis> Probe::analyse(const Position& position) {
  const auto label = this->label(position);
  if (!label) return tl::unexpected(label.error());
  Analysis analysis{*label, {}};
  MoveList moves = playable_moves(database().board(), database().identity().rules, position);
  sort_by_text(database().board(), moves);
  for (const Move move : moves) {
    const auto next = known_label(play(database().board(), position, move));
    if (!next) return tl::unexpected(next.error());
    analysis.moves.push_back({move, label_before(*next), false});
  }
  rank_moves(analysis.moves);
  return analysis;
}

Result<Move> Probe::first_move_with(const Position& position, Label label) {
  MoveList moves = playable_moves(database().board(), database().identity().rules, position);
  sort_by_text(database().board(), moves);
  for (const Move move : moves) {
    const auto next = known_label(play(database().board(), position, move));
    if (!next) return tl::unexpected(next.error());
    if (label_before(*next) == label) return move;
  }
  return bad_file(fmt::format("{}: no move leads to what the label says, see 'uisge verify'", database().path()));
}

Result<std::vector<Move>> Probe::main_line(const Position& position) {
  const auto label = this->label(position);
  if (!label) return tl::unexpected(label.error());
  std::vector<Move> line;
  std::vector<Position> seen;
  Position here = position;
  Label rest = *label;
  while (game_end(database().board(), database().identity().rules, here) == GameEnd::kNotOver) {
    if (rest.outcome == Outcome::kDraw) {
      if (line.size() == kMaxDrawnLine || std::find(seen.begin(), seen.end(), here) != seen.end()) break;
      seen.push_back(here);
    }
    const auto move = first_move_with(here, rest);
    if (!move) return tl::unexpected(move.error());
    line.push_back(*move);
    here = play(database().board(), here, *move);
    // What is best for the mover is what the label says, so the next label follows from it without a look-up.
    if (rest.outcome != Outcome::kDraw) rest = {opposite(rest.outcome), static_cast<Plies>(rest.distance - 1)};
  }
  return line;
}

}  // namespace uisge
