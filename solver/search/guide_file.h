// A guide (proof_completion.h) as a text: "uisge-guide 1", "rules " and the rule set as proofs write it, then a line
// for each position with the winner to move, "POSITION SIDE MOVE", in any order.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "db/output_place.h"
#include "solver/search/certificate.h"

namespace uisge {

inline constexpr FileKind kGuideFile{"a guide", "uisge-guide "};

// The moves of the file's positions, all of the board and rules given. Errors: resource (it cannot be read), bad file
// (with the line: not a guide, of other rules, no position, of another board or number of pieces, a move that cannot be
// played, or a position that came before).
Result<Strategy> read_guide(const std::string& path, const Board& board, int pieces, RuleSet rules);

// Errors: resource.
Result<void> write_guide(const OutputPlace& place, const Board& board, RuleSet rules,
                         const std::vector<std::pair<Position, Move>>& moves);

}  // namespace uisge
