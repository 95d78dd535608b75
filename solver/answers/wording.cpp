#include "solver/answers/wording.h"

#include "solver/ratio.h"
#include "solver/units.h"

namespace uisge {

namespace {

// From this number of positions on, header and index are at most 1 % of a file.
constexpr std::uint64_t kManyPositions = 1'000'000;

}  // namespace

std::string_view side_name(Side side) {
  return side == Side::kWhite ? "White" : "Black";
}

std::string bits_in_words(std::uint64_t bytes, std::uint64_t positions) {
  if (positions < kManyPositions) return {};
  return fmt::format(", {:.2f} bits a position", 8 * ratio(bytes, positions));
}

std::string search_in_words(std::uint64_t positions, std::chrono::duration<double> elapsed, std::size_t threads,
                            RuleSet rules) {
  const double seconds = elapsed.count();
  const std::string rate =
      seconds > 0.1 ? fmt::format(", {} a second", format_rate(per_second(positions, seconds))) : "";
  return fmt::format("{} in {} with {}, a stuck player {}{}", format_number_of(positions, "position"),
                     format_duration(elapsed), format_number_of(threads, "thread"), to_string(rules), rate);
}

std::string verdict_in_words(Side mover, Verdict verdict) {
  if (!verdict.is_decided()) {
    return fmt::format("{} to move: no forced result within {}", side_name(mover), plies_in_words(verdict.plies));
  }
  if (verdict.is_draw()) return fmt::format("{} to move draws", side_name(mover));
  const std::string_view value = verdict.is_win() ? "wins" : "loses";
  if (!verdict.has_distance()) return fmt::format("{} to move {}", side_name(mover), value);
  return fmt::format("{} to move {} in {}", side_name(mover), value, plies_in_words(verdict.plies));
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

Json end_json(GameEnd end) {
  switch (end) {
    case GameEnd::kMoverCompleted:
    case GameEnd::kOpponentCompleted: return "crowned";
    case GameEnd::kMoverStuck:
    case GameEnd::kBothStuck: return "stuck";
    case GameEnd::kNotOver: break;
  }
  return nullptr;
}

Json verdict_json(Verdict verdict) {
  if (!verdict.is_decided()) {
    return {{"value", nullptr}, {"distance", nullptr}, {"no_forced_win_within", verdict.plies}};
  }
  return {{"value", to_string(*verdict.outcome)}, {"distance", verdict.has_distance() ? Json(verdict.plies) : Json()}};
}

}  // namespace uisge
