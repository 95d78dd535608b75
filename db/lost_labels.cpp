#include "db/lost_labels.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/moves.h"
#include "db/ranked_moves.h"

namespace uisge {

Result<LabelCode> LostLabels::code(PositionCell cell) {
  auto stored = lost_->code(cell);
  if (!stored || *stored != kDrawCode) return stored;
  const std::uint64_t number = std::uint64_t{cell.placement} << 32 | cell.index;
  if (const auto known = verdicts_.find(number); known != verdicts_.end()) return known->second;
  auto found = code_from_moves(cell);
  if (!found) return found;
  if (verdicts_.size() == kMaxVerdicts) verdicts_.clear();
  verdicts_.emplace(number, *found);
  return found;
}

Result<LabelCode> LostLabels::code_from_moves(PositionCell cell) {
  const RuleSet rules = identity().rules;
  const Position position = position_at(board(), colourings(), placements()[cell.placement], cell.index);
  const MoveList moves = playable_moves(board(), rules, position);
  if (moves.empty()) {
    const Label end{outcome_of(game_end(board(), rules, position), rules.stuck), 0};
    // A loss would be stored; that this one is not, is for verification to find.
    if (end.outcome != Outcome::kWin) return kDrawCode;
    return encode_label(has_distances() ? end : without_distance(end));
  }
  std::optional<Label> quickest;
  for (const Move move : moves) {
    const Position next = play(board(), position, move);
    LabelCode code = encode_label({Outcome::kLoss, 0});
    if (!next.opponent_all_crowns()) {
      const auto next_cell = find_cell(board(), placements(), colourings(), next);
      if (!next_cell) return bad_file(fmt::format("{}: a placement of pieces is missing", path()));
      auto stored = lost_->code(*next_cell);
      if (!stored) return stored;
      if (*stored == kDrawCode) continue;
      code = *stored;
    }
    const Label win = label_before(decode_label(code));
    if (!has_distances()) return kUncountedWinCode;
    if (!quickest || is_better(win, *quickest)) quickest = win;
  }
  if (quickest && quickest->distance > kMaxPlies) return bad_file(fmt::format("{}: a distance beyond all", path()));
  return quickest ? encode_label(*quickest) : kDrawCode;
}

}  // namespace uisge
