// Finds positions among the words that people type: on a command line, in a request, in a dialogue.
//
// A shell splits a position that is not in quotes, other programs append the further fields of a chess FEN, and the
// name of a file may stand among positions. names_file(), and the functions that use it, access the file system.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/position.h"
#include "solver/answers/board_options.h"

namespace uisge {

// Whether the word means a file: a file has that name, or the word ends in ".uisge" or another suffix of files that can
// answer. The words "start" and "-" never mean a file; "./start" and "./-" do.
bool names_file(const std::string& word);
// Whether the word is meant as a position, valid or not: it is "start", or looks like the ranks of a board.
bool means_position(const std::string& word);

// The words of a command line: those that name files, and those that are positions. Each list keeps the words' order.
struct PositionWords {
  std::vector<std::string> files;
  std::vector<std::string> positions;
};
// Sorts words of a command line into files and positions, and joins positions that the shell split: {"7/2bb3/...", "w"}
// becomes one position. A word that looks like neither a file nor a position counts as a position.
PositionWords split_files_and_positions(const std::vector<std::string>& words);

// Reads ranks such as "4/bb2/1ww1", followed by " w" or " b". Ignores further fields of a chess FEN (" - - 0 1"). If
// the text is the word "start", returns the start position of the board and pieces that `start` names. Errors: usage.
Result<Position> read_position_text(std::string_view text, const BoardOptions& start);

}  // namespace uisge
