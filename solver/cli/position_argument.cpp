#include "solver/cli/position_argument.h"

#include <fmt/format.h>

#include "core/moves.h"
#include "solver/answers/position_words.h"
#include "solver/cli/output.h"

namespace uisge::cli {

namespace {

// Whether the text of a position has seven files, like the real board, but another number of ranks. Such a text
// probably lacks or repeats a rank, so it is refused unless the user names another board.
bool has_lost_its_ranks(BoardSize size) {
  return size.files == kRealBoard.files && size.ranks != kRealBoard.ranks;
}

[[noreturn]] void refuse(const std::string& message) {
  throw CLI::ParseError(message, CLI::ExitCodes::ValidationError);
}

void sort_argument(const CLI::App& command, PositionArgument& argument, FileInPlace file) {
  const PositionWords words = split_files_and_positions(argument.words);
  if (words.positions.size() > 1) {
    refuse(fmt::format("{}: one argument too many, see 'uisge {} --help' (a position is one argument, in quotes)",
                       words.positions[1], command.get_name()));
  }
  argument.text = words.positions.empty() ? "start" : words.positions.front();
  if (words.files.empty()) return;
  argument.file = words.files.front();
  if (file == FileInPlace::kRefused) {
    refuse(
        fmt::format("{0}: is a file, and {1} takes a position; 'uisge query {2}' asks a database, 'uisge play {2}' "
                    "plays against it",
                    argument.file, command.get_name(), word_of_shell(argument.file)));
  }
  if (words.files.size() > 1) refuse(fmt::format("{}: one file too many", words.files[1]));
}

Result<Position> read_first_position(const PositionArgument& argument) {
  auto position = read_position_text(argument.text, argument.start);
  if (!position || argument.is_start()) return position;
  UISGE_TRY(require_said_game(*position, argument.start, argument.has_board_option, argument.has_pieces_option));
  if (!argument.has_board_option && has_lost_its_ranks(position->size())) {
    return usage_error(fmt::format("position: it has {} ranks, the game's board has {}; if {} is meant, add --board {}",
                                   position->size().ranks, kRealBoard.ranks, to_string(position->size()),
                                   to_string(position->size())));
  }
  return position;
}

}  // namespace

Result<void> require_said_game(const Position& position, const BoardOptions& said, bool has_board_option,
                               bool has_pieces_option) {
  if (has_board_option && position.size() != said.size) {
    return usage_error(
        fmt::format("position: its board is {}, --board says {}", to_string(position.size()), to_string(said.size)));
  }
  if (has_pieces_option && position.pieces() != said.pieces) {
    return usage_error(
        fmt::format("position: it has {} pieces a side, --pieces says {}", position.pieces(), said.pieces));
  }
  return {};
}

void add_moves_option(CLI::App& command, std::string& moves) {
  command.add_option("--moves", moves, "play these moves first, as in \"d3d1 c5e5\"")->type_name("MOVES");
}

void add_position_argument(CLI::App& command, PositionArgument& argument, FileInPlace file) {
  const bool takes_file = file == FileInPlace::kTaken;
  add_words(command, takes_file ? "FILE POSITION" : "POSITION", argument.words,
            takes_file ? "a database or proof; looked for if left out. A position, or start; the start of --board and "
                         "--pieces if left out"
                       : "a position, or start; the start of --board and --pieces if left out");
  add_moves_option(command, argument.moves);
  add_board_options(command, argument.start);
  command.callback([&command, &argument, file] {
    argument.has_board_option = command.count("--board") > 0;
    argument.has_pieces_option = command.count("--pieces") > 0;
    sort_argument(command, argument, file);
  });
}

Result<Position> read_position(const PositionArgument& argument, RuleSet rules) {
  auto position = UISGE_TRY(read_first_position(argument));
  return play_moves(Board(position.size()), rules, position, argument.moves);
}

}  // namespace uisge::cli
