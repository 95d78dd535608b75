// A position as people look at it: shapes on a terminal that has them, letters elsewhere.
//
// White's pieces are round and Black's are square, on dark and light backgrounds alike; a blank is an outline and a
// crown is filled. Letters are those of core/notation.h, so that what a pipe gets can be read by programs.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/moves.h"
#include "core/position.h"
#include "solver/cli/output.h"

namespace uisge::cli {

// --ascii, for commands that draw.
void add_ascii_option(CLI::App& command, bool& ascii);

// Ends in a newline. The square that `last` went to is in brackets.
std::string draw_board(const Board& board, const Position& position, const Output& output, bool ascii,
                       std::optional<Move> last = std::nullopt);

// A line that says what the shapes mean, with its newline; empty where letters are drawn.
std::string_view shapes_in_words(const Output& output, bool ascii);

}  // namespace uisge::cli
