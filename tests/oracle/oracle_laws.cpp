#include "tests/oracle/oracle_laws.h"

#include <algorithm>

namespace oracle {
namespace {

std::string text(Label label) {
  if (label.outcome == Outcome::kDraw) return "draw";
  return to_string(label.outcome) + " in " + std::to_string(label.distance);
}

// The label that the laws give a position without successors.
Label label_when_stuck(Stuck stuck) {
  switch (stuck) {
    case Stuck::kLoses: return {Outcome::kLoss, 0};
    case Stuck::kWins: return {Outcome::kWin, 0};
    case Stuck::kDraws:
    case Stuck::kPasses: break;  // under `passes`: no successor, not even by a pass, so both sides are stuck
  }
  return {Outcome::kDraw, 0};
}

}  // namespace

std::optional<std::string> broken_law(const Game& game, const Position& position, const LabelOf& label_of) {
  const Label label = label_of(position);
  const auto broken = [&](const std::string& why) {
    return print(position) + " is labelled " + text(label) + ": " + why;
  };
  const std::vector<Position> successors = oracle::successors(game, position);
  if (successors.empty()) {
    const Label right = label_when_stuck(game.stuck);
    if (label == right) return std::nullopt;
    return broken("no move, so it is a " + text(right));
  }
  int shortest_loss = -1;  // the least distance of a lost successor; -1 if no successor is lost
  int longest_win = -1;
  bool a_draw = false;
  for (const Position& next : successors) {
    const bool over = all_crowns(next, 'w') || all_crowns(next, 'b');
    const Label next_label = over ? label_when_over(next) : label_of(next);
    switch (next_label.outcome) {
      case Outcome::kLoss:
        shortest_loss = shortest_loss < 0 ? next_label.distance : std::min<int>(shortest_loss, next_label.distance);
        break;
      case Outcome::kWin: longest_win = std::max<int>(longest_win, next_label.distance); break;
      case Outcome::kDraw: a_draw = true; break;
    }
  }
  Label right{Outcome::kDraw, 0};
  if (shortest_loss >= 0) {
    right = {Outcome::kWin, static_cast<std::uint16_t>(shortest_loss + 1)};
  } else if (!a_draw) {
    right = {Outcome::kLoss, static_cast<std::uint16_t>(longest_win + 1)};
  }
  if (label == right) return std::nullopt;
  return broken("by its moves it is a " + text(right));
}

std::optional<std::string> first_broken_law(const Game& game, const Universe& universe, const LabelOf& label_of) {
  for (std::size_t index = 0; index < universe.size(); ++index) {
    if (auto broken = broken_law(game, universe.position(index), label_of)) return broken;
  }
  return std::nullopt;
}

}  // namespace oracle
