// Searches a list of noted positions (note_file.h) for positions with the properties that the caller asks for.
// find_positions.h searches databases.
//
// A search cannot ask for properties of moves, since a list may lack the positions after a move. The calling thread
// reads the list once; a position takes about 100 ns.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "db/find_positions.h"
#include "db/note_file.h"

namespace uisge {

// A list of noted positions, and the board and the placements to which the list's cells refer. List, board and
// placements must outlive the search.
struct NotedPositions {
  const NoteFile& notes;
  const Board& board;
  std::span<const SquareSet> placements;  // canonical, ascending
};

struct NotedCounts {
  PositionFinder::Counts found;
  std::uint64_t live = 0;  // the listed positions in which each side has a blank, each counted with all its images
};

// Calls visit(found) for each listed position that has the properties and represents its class under the board's
// symmetries, in the order of the list. Stops if `visit` returns false; `visit` may be empty. Returns how many
// positions were looked at and how many had the properties. REQUIRES: `properties` asks for no property of moves.
NotedCounts visit_noted(const NotedPositions& list, const PositionProperties& properties, const FindOptions& options,
                        const VisitFound& visit);

// Chooses `size` classes of positions at random, as sample_positions() does. REQUIRES: `properties` asks for no
// property of moves.
std::vector<FoundPosition> sample_noted(const NotedPositions& list, const PositionProperties& properties,
                                        std::size_t size, std::uint64_t seed, const FindOptions& options);

}  // namespace uisge
