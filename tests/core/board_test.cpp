#include "core/board.h"
#include "tests/test.h"

using namespace uisge;

TEST_CASE("board sizes out of range are refused", "[board]") {
  for (const char* text : {"", "7", "7x", "x6", "7x6x", "1x6", "10x2", "9x8", "-7x6", "7X6", " 7x6", "99999999999x2"}) {
    CAPTURE(text);
    CHECK(!parse_board_size(text));
  }
  CHECK(parse_board_size("7x6").value() == BoardSize{7, 6});
  CHECK(parse_board_size("8x8").value() == BoardSize{8, 8});
}

TEST_CASE("connectivity is orthogonal and does not wrap around", "[board]") {
  const Board board(BoardSize{3, 3});
  const auto set = [](std::initializer_list<int> squares) {
    SquareSet set_bb;
    for (const int square : squares) set_bb |= SquareSet(Square(square));
    return set_bb;
  };
  CHECK(board.connected(set({})));
  CHECK(board.connected(set({0, 1, 2, 5})));
  CHECK(!board.connected(set({0, 4})));  // a diagonal does not connect
  CHECK(!board.connected(set({2, 3})));  // the end of a rank does not touch the start of the next
}
