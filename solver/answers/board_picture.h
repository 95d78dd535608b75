// A position as a picture in SVG, for articles and web pages. The pieces differ in shape and shade, and arrows show
// moves.
//
// Pieces look as on the web page (explorer/page): White's discs are light, Black's are dark, a blank has a ring, and a
// crown has a drawing of a crown. Arrows are blue and solid for winning moves, grey and dashed for drawing moves, red
// and dotted for losing moves.
#pragma once

#include <string>
#include <vector>

#include "core/moves.h"
#include "core/verdict.h"
#include "db/file_descriptor.h"

namespace uisge {

struct MoveArrow {
  Move move;          // not a pass
  Verdict verdict;    // the arrow of an undecided move is thin
  bool best = false;  // the arrow of a best move is broad
};

// Returns one SVG element of a few KiB, with `caption` below the board. Pure.
std::string board_picture(const Position& position, const std::string& caption, const std::vector<MoveArrow>& arrows);

inline constexpr FileKind kPictureFile{"a picture of a position",
                                       "<svg data-made-by=\"uisge\" xmlns=\"http://www.w3.org/2000/svg\""};

}  // namespace uisge
