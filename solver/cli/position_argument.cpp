#include "solver/cli/position_argument.h"

#include "core/notation.h"
#include "core/start.h"

namespace uisge::cli {

namespace {

// Seven files are those of the real board. With another number of ranks a rank was left out or written twice, which is
// told only where nobody has said that another board is meant.
bool has_lost_its_ranks(BoardSize size) {
  return size.files == kRealBoard.files && size.ranks != kRealBoard.ranks;
}

}  // namespace

void add_position_argument(CLI::App& command, PositionArgument& argument) {
  command.add_option("POSITION", argument.text, "a position; the start array of --board and --pieces if left out")
      ->type_name("");
  add_board_options(command, argument.start);
  command.callback([&command, &argument] {
    argument.has_text = command.count("POSITION") > 0;
    argument.has_board = command.count("--board") > 0;
    argument.has_pieces = command.count("--pieces") > 0;
  });
}

Result<Position> read_position(const PositionArgument& argument) {
  if (!argument.has_text) return start_position(Board(argument.start.size), argument.start.pieces);
  auto position = parse_position(argument.text);
  if (!position) return position;
  if (argument.has_board && position->size() != argument.start.size) {
    return usage_error(fmt::format("position: its board is {}, --board says {}", to_string(position->size()),
                                   to_string(argument.start.size)));
  }
  if (!argument.has_board && has_lost_its_ranks(position->size())) {
    return usage_error(fmt::format("position: it has {} ranks, the game's board has {}; if {} is meant, add --board {}",
                                   position->size().ranks, kRealBoard.ranks, to_string(position->size()),
                                   to_string(position->size())));
  }
  if (argument.has_pieces && position->pieces() != argument.start.pieces) {
    return usage_error(
        fmt::format("position: it has {} pieces a side, --pieces says {}", position->pieces(), argument.start.pieces));
  }
  return position;
}

}  // namespace uisge::cli
