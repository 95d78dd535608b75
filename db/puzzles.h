// Puzzles: won positions with exactly one winning move, among others that do not lose at once (docs/find.md).
//
// Errors: kUsage if the file has no distances; otherwise those of reading. Results do not depend on the number of
// threads.
#pragma once

#include "db/find_positions.h"

namespace uisge {

// The properties that make a position a puzzle; they bound the distance below, but not above.
PositionProperties puzzle_properties();

// How hard a puzzle is: a range of the plies to the end, and of the number of other moves that lose.
struct PuzzleLevel {
  CountRange plies;
  CountRange losing;
};
inline constexpr std::array<PuzzleLevel, 3> kPuzzleLevels{{{{kPuzzlePlies, 8}, {}}, {{9, 16}, {}}, {{17}, {1}}}};

PositionProperties puzzle_properties(const PuzzleLevel& level);

// Draws `size` positions with the properties of puzzles, no two from one line of play (puzzle_lines.h); fewer if the
// file has no more, or once options.cancel is set. A smaller sample is the beginning of a larger one with the same
// seed.
Result<std::vector<FoundPosition>> sample_puzzles(const Database& database, const PositionProperties& properties,
                                                  std::size_t size, std::uint64_t seed, const FindOptions& options,
                                                  const Parallel& parallel);

}  // namespace uisge
