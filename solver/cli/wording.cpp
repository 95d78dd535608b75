#include "solver/cli/wording.h"

#include <fmt/format.h>

namespace uisge::cli {

std::string_view side_name(Side side) {
  return side == Side::kWhite ? "White" : "Black";
}

std::string value_in_words(Side mover, Label label) {
  if (label.outcome == Outcome::kDraw) return fmt::format("{} to move draws", side_name(mover));
  return fmt::format("{} to move {} in {} {}", side_name(mover), label.outcome == Outcome::kWin ? "wins" : "loses",
                     label.distance, label.distance == 1 ? "ply" : "plies");
}

std::string end_in_words(GameEnd end, StuckRule stuck, Side mover) {
  const std::string_view us = side_name(mover);
  const std::string_view them = side_name(other(mover));
  switch (end) {
    case GameEnd::kMoverCompleted: return fmt::format("{} has won: all its pieces are crowns", us);
    case GameEnd::kOpponentCompleted: return fmt::format("{} has won: all its pieces are crowns", them);
    case GameEnd::kMoverStuck:
      switch (outcome_of(end, stuck)) {
        case Outcome::kWin: return fmt::format("{} has won: it has no legal move", us);
        case Outcome::kLoss: return fmt::format("{} has won: {} has no legal move", them, us);
        case Outcome::kDraw: return fmt::format("A draw: {} has no legal move", us);
      }
      break;
    case GameEnd::kBothStuck:
    case GameEnd::kNotOver: break;
  }
  return "A draw: neither side has a legal move";
}

Json distance_json(Label label) {
  return label.outcome == Outcome::kDraw ? Json() : Json(label.distance);
}

}  // namespace uisge::cli
