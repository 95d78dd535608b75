// Values in words, the same in every command.
#pragma once

#include <string>
#include <string_view>

#include "core/moves.h"
#include "core/outcome.h"
#include "core/position.h"
#include "solver/cli/json.h"

namespace uisge::cli {

std::string_view side_name(Side side);  // "White"

// "White to move wins in 37 plies", "Black to move loses in 1 ply", "White to move draws". A game that is over is
// told as such by the caller.
std::string value_in_words(Side mover, Label label);

// How the game ended: "Black has won: all its pieces are crowns". REQUIRES: end != kNotOver.
std::string end_in_words(GameEnd end, StuckRule stuck, Side mover);

// The distance, or null for a draw.
Json distance_json(Label label);

}  // namespace uisge::cli
