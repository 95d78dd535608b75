// Verdicts and other values in words and JSON, for all commands and the server.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <concepts>
#include <string>
#include <string_view>

#include "core/moves.h"
#include "core/position.h"
#include "core/verdict.h"
#include "solver/answers/json.h"

namespace uisge {

std::string_view side_name(Side side);  // "White"

// "1 ply", "37 plies"
std::string plies_in_words(std::integral auto plies) {
  return fmt::format("{} {}", plies, plies == 1 ? "ply" : "plies");
}

// The size of a file per position, such as ", 1.75 bits a position". Empty for fewer than a million positions, since
// header and index then take too large a share. `positions`: placements times colourings times crown states.
std::string bits_in_words(std::uint64_t bytes, std::uint64_t positions);

// The work of a search and its rules: "1,234 positions in 0.05 s with 1 thread, a stuck player loses". After more than
// a tenth of a second also the rate: ", 2.5 million a second".
std::string search_in_words(std::uint64_t positions, std::chrono::duration<double> elapsed, std::size_t threads,
                            RuleSet rules);

// "White to move wins in 37 plies", "Black to move loses in 1 ply" or "White to move draws". If the distance is not
// known: "White to move wins". If the verdict is undecided: "White to move: no forced result within 13 plies".
std::string verdict_in_words(Side mover, Verdict verdict);

// How the game has ended and why, such as "Black has won: all its pieces are crowns". REQUIRES: end != kNotOver.
std::string end_in_words(GameEnd end, StuckRule stuck, Side mover);

// Why the game is over, "crowned" or "stuck"; null if it goes on.
Json end_json(GameEnd end);

// The fields "value" and "distance"; the distance is null for a draw, or if it is not known. For an undecided verdict
// both fields are null, and "no_forced_win_within" follows.
Json verdict_json(Verdict verdict);

}  // namespace uisge
