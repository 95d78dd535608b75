// Every text is either refused with one line or read as a position. The position's own text must read as the same
// position, and every move must lead to a valid position.

#include "core/moves.h"
#include "core/notation.h"
#include "tests/fuzz/fuzz_target.h"

using namespace uisge;
using namespace uisge::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  const auto position = parse_position(text);
  if (!position) {
    require(position.error().kind == ErrorKind::kUsage && !position.error().message.empty());
    return 0;
  }
  const Board board(position->size());
  const auto again = parse_position(to_text(board, *position));
  require(again && *again == *position);
  for (const RuleSet rules : kAllRuleSets) {
    const bool is_over = game_end(board, rules, *position) != GameEnd::kNotOver;
    const MoveList moves = playable_moves(board, rules, *position);
    require(is_over == moves.empty());
    for (const Move move : moves) {
      const auto parsed = parse_move(board, rules, *position, to_text(board, move));
      require(parsed && *parsed == move);
      require(Position::from_setup(board, play(board, *position, move).setup()).has_value());
    }
  }
  return 0;
}
