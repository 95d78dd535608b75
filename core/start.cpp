#include "core/start.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "core/piece_count.h"

namespace uisge {

namespace {

// The smallest box that holds a start array. The box's ranks are listed from the top down.
struct Box {
  int files;
  int ranks;
  std::string_view squares;
};
constexpr std::array<Box, kMaxPieces + 1> kBoxes{{{0, 0, ""},
                                                  {0, 0, ""},
                                                  {3, 2,
                                                   "bb."
                                                   ".ww"},
                                                  {2, 4,
                                                   "b."
                                                   "bb"
                                                   "ww"
                                                   ".w"},
                                                  {3, 4,
                                                   "bb."
                                                   "bb."
                                                   ".ww"
                                                   ".ww"},
                                                  {4, 4,
                                                   ".bb."
                                                   "bbb."
                                                   ".www"
                                                   ".ww."},
                                                  {5, 4,
                                                   ".bb.."
                                                   "bbbb."
                                                   ".wwww"
                                                   "..ww."}}};

}  // namespace

Result<Position> start_position(const Board& board, int pieces) {
  if (pieces < kMinPieces || pieces > kMaxPieces) {
    return usage_error(fmt::format("start: {} pieces a side, expected {} to {}", pieces, kMinPieces, kMaxPieces));
  }
  const Box& box = kBoxes[static_cast<std::size_t>(pieces)];
  if (box.squares.empty()) {
    return usage_error(fmt::format("start: there is no start array for {} a side, give a position", pieces));
  }
  if (board.files() < box.files || board.ranks() < box.ranks) {
    return usage_error(fmt::format("start: the array for {} a side needs {}x{} squares, the board has {}", pieces,
                                   box.files, box.ranks, to_string(board.size())));
  }
  // The box is centred on the board. If there is no exact centre, the box lies nearer to a1.
  const int first_file = (board.files() - box.files) / 2;
  const int first_rank = (board.ranks() - box.ranks) / 2;
  SquareSet white_bb;
  SquareSet black_bb;
  for (int row = 0; row < box.ranks; ++row) {
    for (int column = 0; column < box.files; ++column) {
      const SquareSet square_bb(board.square(first_file + column, first_rank + box.ranks - 1 - row));
      const char c = box.squares[static_cast<std::size_t>(row * box.files + column)];
      if (c == 'w') white_bb |= square_bb;
      if (c == 'b') black_bb |= square_bb;
    }
  }
  return Position::unchecked(board.size(), white_bb, black_bb, SquareSet(), Side::kWhite);
}

}  // namespace uisge
