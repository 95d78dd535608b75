// Draws a position for people: with shapes on a terminal that can show them, with letters elsewhere.
//
// The pieces resemble those of the explorer's page. The letters are those of core/notation.h, so that programs can read
// a drawing from a pipe.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/moves.h"
#include "core/position.h"
#include "solver/cli/output.h"

namespace uisge::cli {

void add_ascii_option(CLI::App& command, bool& ascii);

// The drawing ends in a newline. Brackets mark the target of the move `last`.
std::string draw_board(const Board& board, const Position& position, const Output& output, bool ascii,
                       std::optional<Move> last = std::nullopt);

// A line, with its newline, that explains the shapes by which pieces are drawn; empty if letters are drawn.
std::string_view shapes_in_words(const Output& output, bool ascii);

}  // namespace uisge::cli
