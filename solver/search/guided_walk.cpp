#include "solver/search/guided_walk.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/notation.h"

namespace uisge {

namespace {

constexpr std::uint64_t kStepsPerCall = std::uint64_t{1} << 12;  // goes_on() is called about a hundred times a second

}  // namespace

Result<std::optional<int>> GuidedWalk::walk(const Position& first) {
  std::vector<Step> path;
  std::optional<int> within;
  UISGE_TRY(enter(first, path, within));
  while (!path.empty()) {
    if (++steps_ % kStepsPerCall == 0 && goes_on_ && !goes_on_(states_.size())) return std::nullopt;
    if (Step& step = path.back(); step.next < step.turns.size()) {
      const bool is_new = UISGE_TRY(enter(step.turns[step.next++], path, within));
      if (is_new) continue;
    } else {
      within = leave(step);
      path.pop_back();
    }
    if (!path.empty()) path.back().add(within);
  }
  return within;
}

Result<bool> GuidedWalk::enter(const Position& asked, std::vector<Step>& path, std::optional<int>& within) {
  within.reset();
  if (const auto over = outcome_if_over(board_, prover_.rules(), asked)) {
    if (over != Outcome::kWin) return wrong(asked, "lets the game end there without a win");
    within = 0;
    return false;
  }
  const Position position = class_image(board_, prover_.keys(), asked).position;
  if (const auto found = proved_.find(position); found != proved_.end()) {
    within = found->second.plies;
    return false;
  }
  const auto guided = guide_.find(position);
  if (guided == guide_.end()) {
    if (known_gaps_.insert(position).second) gaps_.push_back(position);
    return false;
  }
  if (const auto [visited, is_new] = states_.try_emplace(position, State{}); !is_new) {
    if (!visited->second.is_finished) return wrong(asked, "goes in a circle: its moves lead there again");
    within = visited->second.within;
    return false;
  }
  Step step{position, guided->second.move};
  const MoveList moves = playable_moves(board_, prover_.rules(), position);
  if (std::find(moves.begin(), moves.end(), step.move) == moves.end()) {
    return wrong(position, fmt::format("plays {} there, which cannot be played", to_text(board_, step.move)));
  }
  const Position next = play(board_, position, step.move);
  if (const auto over = outcome_if_over(board_, prover_.rules(), next)) {
    if (over != Outcome::kLoss) return wrong(next, "lets the game end there without a win");
  } else {
    for (const Move answer : playable_moves(board_, prover_.rules(), next)) {
      step.turns.push_back(play(board_, next, answer));
    }
  }
  path.push_back(std::move(step));
  return true;
}

std::optional<int> GuidedWalk::leave(const Step& step) {
  states_[step.position] = {true, step.within};
  if (step.within) lines_[step.position] = {step.move, *step.within};
  return step.within;
}

tl::unexpected<Error> GuidedWalk::wrong(const Position& position, std::string_view what) const {
  return usage_error(fmt::format("guide: {}: {}", to_text(board_, position), what));
}

}  // namespace uisge
