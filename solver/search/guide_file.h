// A guide (proof_completion.h) as a text: a line for each position, "POSITION SIDE MOVE", in any order.
#pragma once

#include <string>

#include "solver/search/certificate.h"

namespace uisge {

// The moves of the file's positions, all of the board and rules given. Errors: resource (it cannot be read), bad file
// (with the line: no position, of another board or number of pieces, a move that cannot be played, or a position that
// came before).
Result<Strategy> read_guide(const std::string& path, const Board& board, int pieces, RuleSet rules);

}  // namespace uisge
