// `uisge show`: the board, the legal moves, and who has won if the game is over.

#include "core/moves.h"
#include "core/notation.h"
#include "solver/answers/board_picture.h"
#include "solver/answers/wording.h"
#include "solver/cli/board_drawing.h"
#include "solver/cli/commands.h"
#include "solver/cli/position_argument.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

struct ShowOptions {
  PositionArgument position;
  RuleSet rules;
  bool ascii = false;
  std::string picture;
};

std::vector<MoveArrow> arrows_of(const MoveList& moves) {
  std::vector<MoveArrow> arrows;
  for (const Move move : moves) arrows.push_back({move, {}});
  return arrows;
}

Result<void> show(const ShowOptions& options, Output& output) {
  const auto position = UISGE_TRY(read_position(options.position, options.rules));
  const auto place = UISGE_TRY(claim_output(options.picture, kPictureFile));
  const Board board(position.size());
  const GameEnd end = game_end(board, options.rules, position);
  const MoveList playable = playable_moves(board, options.rules, position);
  std::vector<std::string> moves;
  for (const Move move : playable) moves.push_back(to_text(board, move));
  if (place) {
    const std::string caption = end == GameEnd::kNotOver
                                    ? fmt::format("{} to move", side_name(position.side_to_move()))
                                    : end_in_words(end, options.rules.stuck, position.side_to_move());
    const std::string picture = board_picture(position, caption, arrows_of(playable));
    UISGE_TRY(publish_text(*place, picture));
  }

  if (output.json()) {
    const bool is_over = end != GameEnd::kNotOver;
    output.print_json({{"position", to_text(board, position)},
                       {"board", to_string(board.size())},
                       {"pieces", position.pieces()},
                       {"stuck", to_string(options.rules.stuck)},
                       {"diagonal_jumps", options.rules.diagonal_jumps},
                       {"to_move", position.side_to_move() == Side::kWhite ? "white" : "black"},
                       {"over", is_over},
                       {"value", is_over ? Json(to_string(outcome_of(end, options.rules.stuck))) : Json()},
                       {"moves", moves}});
    return {};
  }

  output.print("{}{}\n", draw_board(board, position, output, options.ascii), shapes_in_words(output, options.ascii));
  output.print("{}\n", to_text(board, position));
  if (end != GameEnd::kNotOver) {
    output.print("{}.\n", end_in_words(end, options.rules.stuck, position.side_to_move()));
  } else {
    output.print_wrapped(fmt::format("{} to move, {}: {}", side_name(position.side_to_move()),
                                     format_number_of(moves.size(), "move"), fmt::join(moves, " ")));
  }
  return {};
}

}  // namespace

void add_show(Program& program) {
  const auto [command, options] =
      program.add_command<ShowOptions>("show", "draws a position and lists its legal moves",
                                       "uisge show '7/2bb3/2bb3/3ww2/3ww2/7 w' --stuck draws", show);
  add_position_argument(command, options.position);
  add_rule_options(command, options.rules);
  add_ascii_option(command, options.ascii);
  add_picture_option(command, options.picture);
}

}  // namespace uisge::cli
