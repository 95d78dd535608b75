// Puzzles: won positions in which exactly one move wins and several other moves do not lose at once (docs/find.md).
//
// Errors: kUsage if the file has no distances; otherwise the errors of reading the file. Results do not depend on the
// number of threads.
#pragma once

#include <optional>

#include "db/find_positions.h"

namespace uisge {

// The properties that make a position a puzzle, of any level.
PositionProperties puzzle_properties();

// How hard a puzzle is: ranges for the plies to the end and for the number of moves that lose.
struct PuzzleLevel {
  CountRange plies;
  CountRange losing;
};
inline constexpr std::array<PuzzleLevel, 3> kPuzzleLevels{{{{kPuzzlePlies, 8}, {}}, {{9, 16}, {}}, {{17}, {1}}}};

PositionProperties puzzle_properties(const PuzzleLevel& level);

struct PuzzleSample {
  std::size_t size = 1;
  std::uint64_t seed = 1;
  // The search for puzzles ends after this number of random cells. If the number is unset, a number in proportion to
  // the live positions is used; if these cells do not give enough puzzles, the whole file is read.
  std::optional<std::uint64_t> most_draws = {};
};

// Chooses positions at random that have `properties`, no two in one line of play (puzzle_lines.h). Every class of
// positions under symmetry has the same chance. The positions of random cells are looked up one after the other, some
// ten thousand per second, however large the file is. If few positions have the properties, random look-ups would take
// too long, so the file is read from front to back. The result has fewer than sample.size positions if the file has no
// more, if sample.most_draws random cells did not suffice, or if options.cancel is set. With the same seed, a smaller
// sample is the beginning of a larger sample.
Result<std::vector<FoundPosition>> sample_puzzles(const Database& database, const PositionProperties& properties,
                                                  const PuzzleSample& sample, const FindOptions& options,
                                                  const Parallel& parallel);

}  // namespace uisge
