// Which board and how many pieces a command is about, where no position says it.
#pragma once

#include "core/board.h"

namespace uisge::cli {

struct BoardOptions {
  BoardSize size = kRealBoard;
  int pieces = kMaxPieces;  // a side
};

}  // namespace uisge::cli
