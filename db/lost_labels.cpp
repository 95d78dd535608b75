#include "db/lost_labels.h"

#include <fmt/format.h>

namespace uisge {

namespace {

// Returns the label of a win that takes one ply more than the loss. If the loss has no distance, the win has none.
LabelCode win_before(LabelCode loss) {
  return loss == kUncountedLossCode ? kUncountedWinCode : static_cast<LabelCode>(loss + 1);
}

}  // namespace

Result<LabelCode> LostLabels::code(PositionCell cell) {
  LabelCode code = kDrawCode;
  UISGE_TRY(codes({&cell, 1}, {&code, 1}));
  return code;
}

Result<bool> LostLabels::has_code(PositionCell cell, LabelCode expected) {
  if (const auto known = verdicts_.find(cell)) return *known == expected;
  if (is_loss_code(expected)) return lost_->has_code(cell, expected);
  next_cells_.clear();
  Followed followed{cell};
  UISGE_TRY(follow(followed));
  next_codes_.resize(next_cells_.size());
  UISGE_TRY(lost_->codes(next_cells_, next_codes_));
  const auto found = UISGE_TRY(code_of(followed));
  verdicts_.put(cell, found);
  return found == expected;
}

Result<void> LostLabels::prepare(std::span<const PositionCell> cells) {
  prepared_.resize(cells.size());
  return codes(cells, prepared_);
}

Result<void> LostLabels::codes(std::span<const PositionCell> cells, std::span<LabelCode> codes) {
  cells_.clear();
  places_.clear();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (const auto known = verdicts_.find(cells[i])) {
      codes[i] = *known;
    } else {
      cells_.push_back(cells[i]);
      places_.push_back(i);
    }
  }
  stored_.resize(cells_.size());
  UISGE_TRY(lost_->codes(cells_, stored_));
  followed_.clear();
  next_cells_.clear();
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    codes[places_[i]] = stored_[i];
    if (stored_[i] != kDrawCode) {
      verdicts_.put(cells_[i], stored_[i]);
      continue;
    }
    followed_.push_back({cells_[i], places_[i], next_cells_.size()});
    UISGE_TRY(follow(followed_.back()));
  }
  next_codes_.resize(next_cells_.size());
  UISGE_TRY(lost_->codes(next_cells_, next_codes_));
  for (const Followed& followed : followed_) {
    const auto code = UISGE_TRY(code_of(followed));
    codes[followed.place] = code;
    verdicts_.put(followed.cell, code);
  }
  return {};
}

Result<void> LostLabels::follow(Followed& followed) {
  const RuleSet rules = identity().rules;
  const SquareSet placement_bb = placements()[followed.cell.placement];
  const Position position = position_at(board(), colourings(), placement_bb, followed.cell.index);
  const MoveList moves = playable_moves(board(), rules, position);
  if (moves.empty()) {
    // The mover has no move, and the file does not store the position as lost. If the position is lost by the rules,
    // the file is wrong; `uisge verify` reports that.
    const Outcome outcome = outcome_of(game_end(board(), rules, position), rules.stuck);
    const Label won = has_distances() ? Label{Outcome::kWin, 0} : without_distance(Label{Outcome::kWin, 0});
    if (outcome == Outcome::kWin) followed.code = encode_label(won);
    return {};
  }
  for (const Move move : moves) {
    const Position next = play(board(), position, move);
    if (next.opponent_all_crowns()) {
      // A move that turns the mover's last blank wins at once.
      followed.code = has_distances() ? win_before(encode_label({Outcome::kLoss, 0})) : kUncountedWinCode;
      next_cells_.resize(followed.first);
      return {};
    }
    const auto cell = find_cell(board(), placements(), colourings(), next);
    if (!cell) return bad_file(fmt::format("{}: a placement of pieces is missing", path()));
    next_cells_.push_back(*cell);
  }
  followed.count = next_cells_.size() - followed.first;
  return {};
}

Result<LabelCode> LostLabels::code_of(const Followed& followed) const {
  // The code of a loss grows with its distance.
  LabelCode quickest = kDrawCode;
  for (std::size_t i = followed.first; i < followed.first + followed.count; ++i) {
    const LabelCode code = next_codes_[i];
    if (code != kDrawCode && (quickest == kDrawCode || code < quickest)) quickest = code;
  }
  if (quickest == kDrawCode) return followed.code;
  if (quickest == kMaxLabelCode) return bad_file(fmt::format("{}: a distance beyond all", path()));
  return win_before(quickest);
}

}  // namespace uisge
