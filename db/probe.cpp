#include "db/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "db/label_cache.h"

namespace uisge {

namespace {

// Of the position after a best move: what is best for the mover is what the label says. REQUIRES: a draw or a distance
// that is known and not 0.
Label label_after(Label label) {
  if (label.outcome == Outcome::kDraw) return label;
  return {opposite(label.outcome), static_cast<Plies>(label.distance - 1)};
}

}  // namespace

Probe::Probe(const Database& database, std::size_t cache_bytes, Parallel parallel)
    : labels_(labels_of(database, cache_bytes, std::move(parallel))) {}

Result<void> Probe::check_identity(const Position& position) const {
  if (position.size() == identity().board && position.pieces() == identity().pieces) return {};
  return usage_error(fmt::format("position: {} with {} a side, but {} holds {}", to_string(position.size()),
                                 position.pieces(), labels_->path(), to_string(identity())));
}

// By the rules alone, where they say it: a side that is all crowns completed with the last move; the mover can only be
// shown such a position.
std::optional<Label> Probe::label_by_rules(const Position& position) {
  if (position.opponent_all_crowns()) return Label{Outcome::kLoss, 0};
  if (position.mover_all_crowns()) return Label{Outcome::kWin, 0};
  return std::nullopt;
}

Result<PositionCell> Probe::cell_of(const Position& position) const {
  const auto cell = find_cell(board(), labels_->placements(), labels_->colourings(), position);
  if (!cell) return bad_file(fmt::format("{}: a placement of pieces is missing", labels_->path()));
  return *cell;
}

Probe::Answer Probe::answer_of(const Position& position, LabelCode code) const {
  if (code != kDrawCode || !labels_->decided_plies()) return {decode_label(code)};
  const GameEnd end = game_end(board(), identity().rules, position);
  if (end == GameEnd::kNotOver) return {{}, true};
  return {{outcome_of(end, identity().rules.stuck), 0}};
}

Result<Probe::Answer> Probe::look_up(const Position& position) {
  if (const auto label = label_by_rules(position)) return Answer{*label};
  const auto cell = cell_of(position);
  if (!cell) return tl::unexpected(cell.error());
  const auto code = labels_->code(*cell);
  if (!code) return tl::unexpected(code.error());
  return answer_of(position, *code);
}

Result<void> Probe::add_cells(const Position& position, const MoveList& moves, std::vector<PositionCell>& cells) const {
  const auto add = [&](const Position& one) -> Result<void> {
    if (label_by_rules(one)) return {};
    const auto cell = cell_of(one);
    if (!cell) return tl::unexpected(cell.error());
    cells.push_back(*cell);
    return {};
  };
  if (auto added = add(position); !added) return added;
  for (const Move move : moves) {
    if (auto added = add(play(board(), position, move)); !added) return added;
  }
  return {};
}

Result<void> Probe::prepare(std::span<const Position> positions) {
  std::vector<PositionCell> cells;
  for (const Position& position : positions) {
    if (!check_identity(position)) continue;
    const MoveList moves = playable_moves(board(), identity().rules, position);
    if (auto added = add_cells(position, moves, cells); !added) return added;
  }
  return labels_->prepare(cells);
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
  const MoveList moves = moves_by_text(position);
  std::vector<PositionCell> cells;
  if (auto added = add_cells(position, moves, cells); !added) return tl::unexpected(added.error());
  std::vector<LabelCode> codes(cells.size());
  if (auto read = labels_->codes(cells, codes); !read) return tl::unexpected(read.error());
  auto code = codes.begin();
  const auto next_answer = [&](const Position& one) {
    const auto label = label_by_rules(one);
    return label ? Answer{*label} : answer_of(one, *code++);
  };
  const Answer answer = next_answer(position);
  Analysis analysis{answer.label, answer.is_open, {}};
  for (const Move move : moves) {
    const Answer next = next_answer(play(board(), position, move));
    const Label label = label_before(next.label);
    analysis.moves.push_back({move, labels_->has_distances() ? label : without_distance(label), false, next.is_open});
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
  const auto leads_there = [&](const Position& next) -> Result<bool> {
    if (label_by_rules(next) || labels_->decided_plies()) {
      const auto answer = look_up(next);
      if (!answer) return tl::unexpected(answer.error());
      return label_before(answer->label) == label && !answer->is_open;
    }
    // In a database every position has its label, and whether it is a certain one is known sooner than which it is.
    const auto cell = cell_of(next);
    if (!cell) return tl::unexpected(cell.error());
    return labels_->has_code(*cell, encode_label(label_after(label)));
  };
  const bool is_consistent = label.outcome == Outcome::kDraw || label.distance > 0;
  for (const Move move : is_consistent ? moves_by_text(position) : MoveList()) {
    const auto found = leads_there(play(board(), position, move));
    if (!found) return tl::unexpected(found.error());
    if (*found) return move;
  }
  return bad_file(fmt::format("{}: no move leads to what the label says", labels_->path()), {{Remedy::kVerify}});
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
    rest = label_after(rest);
  }
  return line;
}

}  // namespace uisge
