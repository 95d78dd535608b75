// The optional POSITION of a command, with the start array of a board in its place when it is left out, and the moves
// that lead from it to the position that is meant.
#pragma once

#include <string>
#include <vector>

#include "core/position.h"
#include "solver/cli/options.h"

namespace uisge::cli {

struct PositionArgument {
  std::vector<std::string> words;  // as the shell hands them over
  std::string text;                // "start" if left out
  std::string file;                // named in the position's place; only where the command takes one
  BoardOptions start;
  std::string moves;
  // A position fixes these by itself; what was said as well must agree.
  bool has_board = false;
  bool has_pieces = false;

  bool is_start() const { return text == "start"; }
};

enum class FileInPlace : bool { kRefused, kTaken };

// --moves: moves to be played first, as play_moves reads them.
void add_moves_option(CLI::App& command, std::string& moves);

// POSITION, --moves, --board and --pieces. `argument` must outlive the parse. Words that are more than one position,
// and a file where none is taken, are errors of the parse.
void add_position_argument(CLI::App& command, PositionArgument& argument, FileInPlace file = FileInPlace::kRefused);

// The position given, or else the start of the real game or of the board and pieces asked for, and from there the moves
// given. A text fixes its board
// by itself, with one exception: ranks of seven squares mean the real board, and another number of ranks is taken
// for a mistake, unless --board names that board. Errors (usage): the text is no valid position, it contradicts an
// option or the real board, there is no such start, a move is not possible.
Result<Position> read_position(const PositionArgument& argument, RuleSet rules);

}  // namespace uisge::cli
