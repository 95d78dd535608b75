#include "solver/answers/routes.h"

#include <fmt/format.h>

#include <array>

#include "core/game_record.h"
#include "core/notation.h"
#include "solver/answers/database_summary.h"
#include "solver/answers/served_question.h"

namespace uisge {

namespace {

using explorer::HttpRequest;

constexpr std::size_t kMaxGameMoves = 1000;
constexpr std::size_t kMaxGames = 1000;  // a game takes a few bytes of text, but over a kilobyte of memory

// Writes moves as a record does: a variation stands after the move that it replaces.
// NOLINTNEXTLINE(misc-no-recursion): recurses as deeply as variations are nested, at most kMaxVariationDepth.
void append_moves(std::string& text, const Board& board, const std::vector<RecordedMove>& moves) {
  for (const RecordedMove& move : moves) {
    if (!text.empty() && text.back() != '(') text += ' ';
    text += to_text(board, move.move);
    for (const Variation& variation : move.variations) {
      text += " (";
      append_moves(text, board, variation.moves);
      text += ')';
    }
  }
}

Json game_json(const GameRecord& record) {
  const Board board(record.start.size());
  Json json{{"start", to_text(board, record.start)}};
  json.update(identity_json({record.start.size(), record.start.pieces(), record.rules}));
  json["white"] = record.white;
  json["black"] = record.black;
  json["date"] = record.date;
  json["result"] = to_string(record.result);
  json["moves"] = Json::array();
  for (const RecordedMove& move : record.moves) json["moves"].push_back(to_text(board, move.move));
  std::string text;
  append_moves(text, board, record.moves);
  json["with_variations"] = std::move(text);
  return json;
}

}  // namespace

Answered<Json> annotated_game(ServedAnswers& answers, const HttpRequest& request) {
  constexpr std::array<std::string_view, 4> kKnown{"position", "moves", "stuck", "diagonal_jumps"};
  const auto body = UISGE_TRY(answered(parse_json_object(request.body, kKnown)));
  const auto texts = UISGE_TRY(answered(read_question_texts(body)));
  const auto question = UISGE_TRY(answered(read_question(texts)));
  if (question.moves.size() > kMaxGameMoves) {
    return refused(400, fmt::format("moves: a game of more than {} moves is not reviewed", kMaxGameMoves));
  }
  GameRecord record{.start = question.start, .rules = question.rules};
  for (const Move move : question.moves) record.moves.push_back({move});
  record.result = result_by_rules(Board(record.start.size()), record.rules, question.position());
  if (!answers.has_file_for_game(record.start, record.rules) && answers.search().plies == 0) {
    return refused(404, "no file here holds the game's positions");
  }
  const auto game = UISGE_TRY(answered(answers.review(record, *request.given_up)));
  return reviewed_game_json(game);
}

Answered<Json> games_of_records(ServedAnswers& /*answers*/, const HttpRequest& request) {
  constexpr std::array<std::string_view, 1> kKnown{"text"};
  const auto body = UISGE_TRY(answered(parse_json_object(request.body, kKnown)));
  const auto text = body.find("text");
  if (text == body.end() || !text->is_string()) return refused(400, "text: is no text");
  const auto records = UISGE_TRY(answered(parse_game_records(text->get<std::string>(), {}, kMaxGames)));
  Json games = Json::array();
  for (const GameRecord& record : records) games.push_back(game_json(record));
  return Json{{"games", std::move(games)}};
}

}  // namespace uisge
