// A guide is a text file of winning moves, which a proof follows (proof_completion.h). The first line is "uisge-guide
// 1". The second line is "rules " and the rule set, as in proofs. Each further line is "POSITION SIDE MOVE", for a
// position with the winner to move; these lines may have any order.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "db/output_place.h"
#include "solver/search/certificate.h"

namespace uisge {

inline constexpr FileKind kGuideFile{"a guide", "uisge-guide "};

// Returns the guide's moves; their numbers of plies are 0. `pieces` is per side; `cancel` may be null. Calls `report`
// before each line, with the number of moves read; then looks at `cancel`. Errors: resource
// (the file cannot be read), interrupted, kBadFile (the file is no guide, has other rules, or has a bad line). The
// message of kBadFile names the line. A line is bad if it has no position, another board or number of pieces, a move
// that cannot be played, or a position that an earlier line has.
Result<Strategy> read_guide(const std::string& path, const Board& board, int pieces, RuleSet rules,
                            const std::atomic<bool>* cancel,
                            const std::function<void(std::uint64_t moves)>& report = {});

// After this call the next guide written to `place` replaces this one. Errors: resource.
Result<void> write_guide(OutputPlace& place, const Board& board, RuleSet rules,
                         const std::vector<std::pair<Position, Move>>& moves);

}  // namespace uisge
