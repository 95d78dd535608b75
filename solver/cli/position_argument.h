// The optional POSITION of a command and the moves to play from it. The default position is the start of the board.
#pragma once

#include <string>
#include <vector>

#include "core/position.h"
#include "solver/cli/options.h"

namespace uisge::cli {

struct PositionArgument {
  std::vector<std::string> words;  // as the shell passes them
  std::string text;                // "start" if left out
  std::string file;                // a file that was given in place of a position, if the command takes a file
  BoardOptions start;
  std::string moves;
  // Whether --board and --pieces were given. A position must agree with the options that were given.
  bool has_board_option = false;
  bool has_pieces_option = false;

  bool is_start() const { return text == "start"; }
};

enum class FileInPlace : bool { kRefused, kTaken };

// Adds the option --moves: moves to be played first, in the form that play_moves reads.
void add_moves_option(CLI::App& command, std::string& moves);

// Adds POSITION, --moves, --board and --pieces. `argument` must outlive the parse. The parse fails if there is more
// than one position, or a file for a command that takes no file.
void add_position_argument(CLI::App& command, PositionArgument& argument, FileInPlace file = FileInPlace::kRefused);

// Errors (usage): the user has given --board or --pieces, and the position contradicts it.
Result<void> require_said_game(const Position& position, const BoardOptions& said, bool has_board_option,
                               bool has_pieces_option);

// Returns the given position, or the start of the given board and pieces (the real game by default), after the given
// moves. The text of a position tells the size of its board. A text whose ranks have seven squares, as on the real
// board, but that has more or fewer ranks than the real board, is refused unless --board names the board's size. Errors
// (usage): the text is not a valid position, or contradicts an option or the real board; the board has no start; a move
// is not possible.
Result<Position> read_position(const PositionArgument& argument, RuleSet rules);

}  // namespace uisge::cli
