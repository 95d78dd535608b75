#include "solver/answers/found_position_text.h"

#include <fmt/format.h>

#include "core/notation.h"
#include "solver/answers/wording.h"
#include "solver/units.h"

namespace uisge {

std::string found_line(const Board& board, const Position& position, const FoundPosition& found, bool with_moves) {
  std::string line = fmt::format("{}  {}", to_text(board, position), to_string(found.label.outcome));
  if (found.label.has_distance()) line += fmt::format(" in {}", found.label.distance);
  if (with_moves) {
    const MoveCounts& moves = found.moves;
    line += fmt::format("  {}: {} win, {} draw, {} lose, {} best", format_number_of(moves.all, "move"), moves.winning,
                        moves.drawing(), moves.losing, moves.best);
  }
  return line;
}

std::string csv_heading(bool with_moves) {
  return fmt::format("position,value,distance,positions{}\n", with_moves ? ",moves,winning,drawing,losing,best" : "");
}

std::string csv_line(const Board& board, const Position& position, const FoundPosition& found, bool with_moves) {
  std::string line =
      fmt::format("{},{},{},{}", to_text(board, position), to_string(found.label.outcome),
                  found.label.has_distance() ? std::to_string(found.label.distance) : "", found.positions);
  if (with_moves) {
    const MoveCounts& moves = found.moves;
    line += fmt::format(",{},{},{},{},{}", moves.all, moves.winning, moves.drawing(), moves.losing, moves.best);
  }
  return line + "\n";
}

Json found_json(const Board& board, const Position& position, const FoundPosition& found, bool with_moves) {
  Json json{{"position", to_text(board, position)}};
  json.update(verdict_json(Verdict::of(found.label)));
  json["positions"] = found.positions;
  if (with_moves) {
    json["moves"] = {{"all", found.moves.all},
                     {"winning", found.moves.winning},
                     {"drawing", found.moves.drawing()},
                     {"losing", found.moves.losing},
                     {"best", found.moves.best}};
  }
  return json;
}

}  // namespace uisge
