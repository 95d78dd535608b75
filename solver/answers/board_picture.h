// A position as a picture in SVG, for articles and web pages: the pieces by shape and shade, moves as arrows.
//
// Pieces look as on the page (explorer/page): White's discs are light and Black's dark, a ring marks a blank, and a
// drawn crown marks a crown. The arrow of a winning move is blue and solid, of a drawing move grey and dashed, of a
// losing move red and dotted. So nothing depends on colours alone. The functions are pure. The text that they return is
// one SVG element of a few KiB.
#pragma once

#include <string>
#include <vector>

#include "core/moves.h"
#include "core/verdict.h"
#include "db/file_descriptor.h"

namespace uisge {

struct MoveArrow {
  Move move;          // not a pass
  Verdict verdict;    // an undecided one is drawn as a thin line
  bool best = false;  // a broad line
};

// `caption` is written below the board.
std::string board_picture(const Position& position, const std::string& caption, const std::vector<MoveArrow>& arrows);

inline constexpr FileKind kPictureFile{"a picture", "<svg xmlns=\"http://www.w3.org/2000/svg\""};

}  // namespace uisge
