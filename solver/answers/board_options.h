// The board and the number of pieces of a command, if no position fixes them.
#pragma once

#include "core/board.h"

namespace uisge {

struct BoardOptions {
  BoardSize size = kRealBoard;
  int pieces = kMaxPieces;  // a side
};

}  // namespace uisge
