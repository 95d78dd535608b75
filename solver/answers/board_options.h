// The board and the number of pieces for a command that is given no position.
#pragma once

#include "core/board.h"
#include "core/piece_count.h"

namespace uisge {

struct BoardOptions {
  BoardSize size = kRealBoard;
  int pieces = kMaxPieces;  // per side
};

}  // namespace uisge
