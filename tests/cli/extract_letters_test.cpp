// An extract (docs/extract.md) stores a position's value and its moves' values as letters. Tests whether the value
// follows from the moves' values.
#include "core/start.h"
#include "solver/extract/extract.h"
#include "tests/test.h"

using namespace uisge;

TEST_CASE("the value of a line follows from its moves, and is a draw only if no move is open", "[extract]") {
  const Board board({4, 3});
  const Position start = start_position(board, 2).value();
  struct Line {
    char value;
    const char* moves;
    bool follows;
  };
  for (const auto& [value, moves, follows] :
       {Line{'w', "lwd", true}, Line{'w', "?w", true}, Line{'w', "ld", false}, Line{'l', "ll", true},
        Line{'l', "l?", false}, Line{'l', "ld", false}, Line{'d', "ld", true}, Line{'d', "d?", false},
        Line{'d', "ll", false}, Line{'d', "dw", false}, Line{'?', "l?", true}}) {
    CAPTURE(value, moves);
    CHECK(!flaw_of_values(board, {}, start, value, moves) == follows);
  }
}
