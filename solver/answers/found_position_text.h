// A found position as a line of text, a line of CSV, or JSON.
//
// With `with_moves`, the text also says how many moves win, draw, lose and are best. REQUIRES: these moves are counted
// in `found`.
#pragma once

#include <string>

#include "core/board.h"
#include "db/position_finder.h"
#include "solver/answers/json.h"

namespace uisge {

// "3/1wb/... w  win in 7  12 moves: 1 win, 3 draw, 8 lose, 1 best"
std::string found_line(const Board& board, const Position& position, const FoundPosition& found, bool with_moves);

std::string csv_heading(bool with_moves);
std::string csv_line(const Board& board, const Position& position, const FoundPosition& found, bool with_moves);

// The object has "position", "value", "distance", "positions" (the number of the position's images) and, with
// `with_moves`, "moves".
Json found_json(const Board& board, const Position& position, const FoundPosition& found, bool with_moves);

}  // namespace uisge
