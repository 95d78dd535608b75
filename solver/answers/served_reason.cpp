#include "solver/answers/routes.h"

#include <fmt/format.h>

#include <optional>

#include "core/illegal_move.h"
#include "solver/answers/served_question.h"

namespace uisge {

namespace {

MoveFlaw flaw_of(const Board& board, RuleSet rules, const Position& position, Square from, std::optional<Square> to) {
  if (game_end(board, rules, position) != GameEnd::kNotOver) return {"the game is over", {}};
  if (!to) return flaw_of_piece(board, rules, position, from);
  const MoveList moves = legal_moves(board, rules, position);
  if (std::find(moves.begin(), moves.end(), Move{from, *to}) != moves.end()) return {};
  return flaw_of_move(board, rules, position, {from, *to});
}

}  // namespace

Answered<Json> reason_against(ServedAnswers& /*answers*/, const explorer::HttpRequest& request) {
  const auto asked = UISGE_TRY(answered(read_query(request.query, {"move"})));
  const std::string text = asked.parameters.text("move", "");
  const Question& question = asked.question;
  const Position position = question.position();
  const Board board(position.size());
  const bool is_move = text.size() == 4;
  if (text.size() != 2 && !is_move) return refused(400, "move: expected a square or a move, d2 or d2d4");
  const auto from = square_named(board, text);
  const auto to = is_move ? square_named(board, std::string_view(text).substr(2)) : std::nullopt;
  if (!from || (is_move && (!to || *to == *from))) {
    return refused(400, fmt::format("move: expected squares of the {} board, d2 or d2d4", to_string(position.size())));
  }
  const MoveFlaw flaw = flaw_of(board, question.rules, position, *from, to);
  Json json{{"why", flaw.why.empty() ? Json() : Json(flaw.why)}, {"apart", Json::array()}};
  for (const Square square : flaw.apart_bb) json["apart"].push_back(board.name(square));
  return json;
}

}  // namespace uisge
