// Positions among the words of a command line, as people type them.
//
// A shell splits a position that is not in quotes, other programs add a chess FEN's further fields, and a file's name
// may stand in the place of a position. Where it is clear what is meant, that is done; an error names everything else.
// Only names_file asks the file system.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/position.h"
#include "solver/cli/board_options.h"

namespace uisge::cli {

// Whether the word is meant as a file: there is one of that name, or it ends like a database or a checkpoint.
bool names_file(const std::string& word);
// Whether the word is meant as a position: "start", or ranks, whether they are right or wrong.
bool means_position(const std::string& word);

// What a command line names, each in its order.
struct PositionWords {
  std::vector<std::string> files;
  std::vector<std::string> positions;
};
// Sorts the words, and puts together what the shell took apart: {"7/2bb3/...", "w"} becomes one position. A word that
// is neither counts as a position.
PositionWords sort_words(const std::vector<std::string>& words);

// A position's text without its side to move "w" or "b", as "4/bb2/1ww1", followed by " w" or " b" and perhaps by the
// further fields of a chess FEN (" - - 0 1"), which are ignored; or "start", the start of `start`. Errors (usage).
Result<Position> read_position_text(std::string_view text, const BoardOptions& start);

}  // namespace uisge::cli
