// Positions among words, as people type them: on a command line, in a request, in a dialogue.
//
// A shell splits a position that is not in quotes, other programs add a chess FEN's further fields, and a file's name
// may stand in the place of a position. Words that clearly have one meaning are accepted; all others are errors. Only
// names_file accesses the file system.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/position.h"
#include "solver/answers/board_options.h"

namespace uisge {

// Whether the word means a file: a file has that name, or the word ends as the names of databases, checkpoints and the
// like do (".uisge").
bool names_file(const std::string& word);
// Whether the word means a position: it is "start", or looks like the ranks of a position, even if they are wrong.
bool means_position(const std::string& word);

// The files and the positions of a command line; both lists are in the order of the words.
struct PositionWords {
  std::vector<std::string> files;
  std::vector<std::string> positions;
};
// Divides the words into files and positions, and joins positions that the shell split: {"7/2bb3/...", "w"} becomes one
// position. A word that looks neither like a file nor like a position counts as a position.
PositionWords sort_words(const std::vector<std::string>& words);

// Reads ranks such as "4/bb2/1ww1", followed by " w" or " b". Ignores the further fields of a chess FEN (" - - 0 1") if
// they follow. The text "start" means the start position of the board that the options name. Errors: usage.
Result<Position> read_position_text(std::string_view text, const BoardOptions& start);

}  // namespace uisge
