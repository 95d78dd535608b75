#include "db/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "db/label_cache.h"

namespace uisge {

namespace {

// The label after a best move in a position that has `label`. REQUIRES: `label` is a draw, or has a known distance
// other than 0.
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

// The label of a position in which a side has only crowns; nothing for all other positions. No game leads to a position
// in which the mover has only crowns, but a user can ask about it.
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

Verdict Probe::verdict_of(const Position& position, LabelCode code) const {
  auto decided = code == kDrawCode ? labels_->decided_plies() : std::nullopt;
  if (code == kOpenCode) decided = Plies{0};
  if (!decided) return Verdict::of(decode_label(code));
  const auto over = outcome_if_over(board(), identity().rules, position);
  return over ? Verdict{over, 0} : Verdict::undecided_within(*decided);
}

Result<Verdict> Probe::look_up(const Position& position) {
  if (const auto label = label_by_rules(position)) return Verdict::of(*label);
  const auto cell = UISGE_TRY(cell_of(position));
  const auto code = UISGE_TRY(labels_->code(cell));
  return verdict_of(position, code);
}

Result<void> Probe::add_cells(const Position& position, const MoveList& moves, std::vector<PositionCell>& cells) const {
  const auto add = [&](const Position& one) -> Result<void> {
    if (label_by_rules(one)) return {};
    const auto cell = UISGE_TRY(cell_of(one));
    cells.push_back(cell);
    return {};
  };
  UISGE_TRY(add(position));
  for (const Move move : moves) UISGE_TRY(add(play(board(), position, move)));
  return {};
}

Result<void> Probe::prepare(std::span<const Position> positions) {
  std::vector<PositionCell> cells;
  for (const Position& position : positions) {
    if (!check_identity(position)) continue;
    const MoveList moves = playable_moves(board(), identity().rules, position);
    UISGE_TRY(add_cells(position, moves, cells));
  }
  return labels_->prepare(cells);
}

Result<Label> Probe::label(const Position& position) {
  assert(!labels_->decided_plies());
  UISGE_TRY(check_identity(position));
  return look_up(position).map([](Verdict verdict) { return Label{*verdict.outcome, verdict.plies}; });
}

Result<Analysis> Probe::analyse(const Position& position) {
  UISGE_TRY(check_identity(position));
  const MoveList moves = moves_by_text(board(), identity().rules, position);
  std::vector<PositionCell> cells;
  UISGE_TRY(add_cells(position, moves, cells));
  std::vector<LabelCode> codes(cells.size());
  UISGE_TRY(labels_->codes(cells, codes));
  auto code = codes.begin();
  const auto next_verdict = [&](const Position& one) {
    const auto label = label_by_rules(one);
    return label ? Verdict::of(*label) : verdict_of(one, *code++);
  };
  Analysis analysis{next_verdict(position), {}};
  for (const Move move : moves) {
    const Verdict verdict = verdict_before(next_verdict(play(board(), position, move)));
    analysis.moves.push_back({move, labels_->has_distances() ? verdict : without_distance(verdict)});
  }
  if (analysis.moves.empty() && !labels_->has_distances()) analysis.verdict.plies = 0;
  rank_moves(analysis.moves, analysis.verdict);
  // In an undecided position the game is not over, so the position has moves. The verdicts of these moves look one ply
  // further ahead than the position's own label.
  if (!analysis.verdict.is_decided()) analysis.verdict = verdict_of_moves(analysis.moves);
  return analysis;
}

Result<Move> Probe::first_move_with(const Position& position, Label label) {
  const auto leads_there = [&](const Position& next) -> Result<bool> {
    if (label_by_rules(next) || labels_->decided_plies()) {
      const auto answer = UISGE_TRY(look_up(next));
      return verdict_before(answer) == Verdict::of(label);
    }
    // Comparing a label of a database with a given label can be cheaper than finding the label.
    const auto cell = UISGE_TRY(cell_of(next));
    return labels_->has_code(cell, encode_label(label_after(label)));
  };
  const bool is_consistent = label.outcome == Outcome::kDraw || label.distance > 0;
  for (const Move move : is_consistent ? moves_by_text(board(), identity().rules, position) : MoveList()) {
    const auto found = UISGE_TRY(leads_there(play(board(), position, move)));
    if (found) return move;
  }
  return bad_file(fmt::format("{}: no move leads to what the label says", labels_->path()), {{Remedy::kVerify}});
}

Result<std::vector<Move>> Probe::main_line(const Position& position) {
  const auto analysis = UISGE_TRY(analyse(position));
  return main_line(position, analysis.verdict);
}

Result<std::vector<Move>> Probe::main_line(const Position& position, Verdict verdict) {
  std::vector<Move> line;
  if (!verdict.is_draw() && !verdict.has_distance()) return line;
  std::vector<Position> seen;
  Position here = position;
  Label rest{*verdict.outcome, verdict.plies};
  while (game_end(board(), identity().rules, here) == GameEnd::kNotOver) {
    if (rest.outcome == Outcome::kDraw) {
      if (line.size() == kMaxDrawnLine || std::find(seen.begin(), seen.end(), here) != seen.end()) break;
      seen.push_back(here);
    }
    const auto move = first_move_with(here, rest);
    // If the source has labels of only some positions, the line ends at the first position whose best move cannot be
    // found.
    if (!move && labels_->is_partial() && move.error().kind == ErrorKind::kBadFile) break;
    if (!move) return tl::unexpected(move.error());
    line.push_back(*move);
    here = play(board(), here, *move);
    rest = label_after(rest);
  }
  return line;
}

}  // namespace uisge
