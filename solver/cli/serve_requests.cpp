#include "solver/cli/serve_requests.h"

#include <algorithm>
#include <array>

#include "core/notation.h"
#include "core/start.h"
#include "db/move_hardness.h"
#include "explorer/page_files.h"
#include "explorer/request_parameters.h"
#include "solver/cli/database_summary.h"
#include "solver/cli/served_question.h"
#include "solver/cli/served_statistics.h"
#include "solver/cli/wording.h"
#include "solver/search/move_choice.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

using explorer::error_response;
using explorer::HttpRequest;
using explorer::HttpResponse;
using explorer::RequestParameters;

constexpr std::size_t kMaxPositions = 1000;
constexpr std::size_t kManyBytes = std::size_t{4} << 10;  // of positions that are asked about together
constexpr std::size_t kMaxGameMoves = 1000;

struct Refusal {
  int status;
  std::string message;
};
template <class T>
using Answered = tl::expected<T, Refusal>;

tl::unexpected<Refusal> refused(const Error& error) {
  int status = 500;
  if (error.kind == ErrorKind::kUsage) status = 400;
  if (error.kind == ErrorKind::kInterrupted) status = 503;
  return tl::unexpected(Refusal{status, error.message});
}
tl::unexpected<Refusal> refused(int status, std::string message) {
  return tl::unexpected(Refusal{status, std::move(message)});
}

Answered<PositionAnswer> answer_to(ServedAnswers& answers, const Position& position, RuleSet rules, AnswerParts parts) {
  if (!answers.is_in_a_file(position, rules) && answers.search().plies == 0) {
    return refused(404, fmt::format("no file here holds {}",
                                    to_string(DatabaseIdentity{position.size(), position.pieces(), rules})));
  }
  auto answer = answers.answer(position, rules, parts);
  if (!answer) return refused(answer.error());
  return std::move(*answer);
}

Answered<Json> list_files(ServedAnswers& answers, const HttpRequest& request) {
  const auto parameters = RequestParameters::parse(request.query, {});
  if (!parameters) return refused(parameters.error());
  Json files = Json::array();
  for (const auto& file : answers.files().all()) {
    Json json{{"file", file->name}, {"kind", "database"}};
    if (!file->has_distances()) json["kind"] = "values";
    if (file->is_checkpoint()) json["kind"] = "checkpoint";
    if (file->is_proof()) json["kind"] = "proof";
    json.update(identity_json(file->identity()));
    const Board board(file->identity().board);
    const auto start = start_position(board, file->identity().pieces);
    json["start"] = start ? Json(to_text(board, *start)) : Json();
    files.push_back(std::move(json));
  }
  Json json{{"files", std::move(files)}, {"search", nullptr}, {"levels", kStrongestLevel}, {"version", UISGE_VERSION}};
  const ServedSearch& search = answers.search();
  if (search.plies > 0) json["search"] = {{"plies", search.plies}, {"seconds", search.seconds}};
  return json;
}

constexpr std::array<std::string_view, 2> kAnswerParts{"line", "hardness"};

Answered<Json> position_answer(ServedAnswers& answers, const HttpRequest& request) {
  static const auto known = question_and(kAnswerParts);
  const auto parameters = RequestParameters::parse(request.query, known);
  if (!parameters) return refused(parameters.error());
  const auto question = read_question(*parameters);
  if (!question) return refused(question.error());
  AnswerParts parts{true, 1};
  const auto with_line = parameters->flag("line", true);
  if (!with_line) return refused(with_line.error());
  parts.with_line = *with_line;
  const auto plies = parse_number<int>(parameters->text("hardness", "1"), 0, kMaxHardnessPlies);
  if (!plies || (*plies != 0 && !is_hardness_depth(*plies))) {
    return refused(400, "hardness: is neither 1, 3, 5 or 7 plies nor 0 for none");
  }
  parts.hardness_plies = *plies;
  const auto answer = answer_to(answers, question->position(), question->rules, parts);
  if (!answer) return tl::unexpected(answer.error());
  return answer_json(question->rules, *answer, parts.with_line);
}

Answered<Json> many_answers(ServedAnswers& answers, const HttpRequest& request) {
  constexpr std::array<std::string_view, 3> kKnown{"positions", "stuck", "diagonal_jumps"};
  const auto body = parse_json_object(request.body, kKnown);
  if (!body) return refused(body.error());
  auto texts = read_question_texts(*body);
  if (!texts) return refused(texts.error());
  if (const auto stuck = parse_stuck_rule(texts->stuck); !stuck) return refused(stuck.error());
  const auto positions = body->find("positions");
  if (positions == body->end() || !positions->is_array()) return refused(400, "positions: is no list of texts");
  if (positions->size() > kMaxPositions) {
    return refused(400, fmt::format("positions: {} are too many, {} can be asked about at a time", positions->size(),
                                    kMaxPositions));
  }
  Json list = Json::array();
  for (const Json& position : *positions) {
    if (!position.is_string()) return refused(400, "positions: is no list of texts");
    texts->position = position.get<std::string>();
    const auto question = read_question(*texts);
    if (!question) {
      list.push_back({{"error", question.error().message}});
    } else if (!answers.is_in_a_file(question->start, question->rules)) {
      list.push_back({{"error", "no file here holds the position"}});
    } else {
      const auto answer = answer_to(answers, question->start, question->rules, {false, 0});
      if (!answer) return tl::unexpected(answer.error());
      list.push_back(answer_json(question->rules, *answer, false));
    }
  }
  return Json{{"answers", std::move(list)}};
}

Answered<Json> rules_side_by_side(ServedAnswers& answers, const HttpRequest& request) {
  const auto parameters = RequestParameters::parse(request.query, kQuestionParameters);
  if (!parameters) return refused(parameters.error());
  const auto question = read_question(*parameters);
  if (!question) return refused(question.error());
  const Position position = question->position();
  Json list = Json::array();
  for (const RuleSet rules : kAllRuleSets) {
    Json json{{"stuck", to_string(rules.stuck)}, {"diagonal_jumps", rules.diagonal_jumps}};
    if (answers.is_in_a_file(position, rules)) {
      const auto answer = answer_to(answers, position, rules, {false, 0});
      if (!answer) return tl::unexpected(answer.error());
      json.update(verdict_json(answer->analysis.verdict));
      json["file"] = answer->file;
    } else {
      json["error"] = "no file of this rule set holds the position";
    }
    list.push_back(std::move(json));
  }
  return Json{{"position", to_text(Board(position.size()), position)}, {"rules", std::move(list)}};
}

Answered<Json> chosen_move(ServedAnswers& answers, const HttpRequest& request) {
  constexpr std::array<std::string_view, 1> kLevel{"level"};
  static const auto known = question_and(kLevel);
  const auto parameters = RequestParameters::parse(request.query, known);
  if (!parameters) return refused(parameters.error());
  const auto question = read_question(*parameters);
  if (!question) return refused(question.error());
  const auto level = parse_number<int>(parameters->text("level", "10"), kWeakestLevel, kStrongestLevel);
  if (!level) return refused(400, "level: " + level.error().message);
  const Position position = question->position();
  const auto answer = answer_to(answers, position, question->rules, {false, 0});
  if (!answer) return tl::unexpected(answer.error());
  const std::vector<RankedMove>& advice = answer->analysis.moves;
  if (advice.empty()) return refused(400, "the game is over, there is no move");
  thread_local std::mt19937_64 random{std::random_device{}()};
  const Move move = advice[choose_move(advice, *level, random)].move;
  const Board board(position.size());
  return Json{
      {"move", to_text(board, move)}, {"position", to_text(board, play(board, position, move))}, {"level", *level}};
}

Answered<Json> annotated_game(ServedAnswers& answers, const HttpRequest& request) {
  constexpr std::array<std::string_view, 4> kKnown{"position", "moves", "stuck", "diagonal_jumps"};
  const auto body = parse_json_object(request.body, kKnown);
  if (!body) return refused(body.error());
  const auto texts = read_question_texts(*body);
  if (!texts) return refused(texts.error());
  const auto question = read_question(*texts);
  if (!question) return refused(question.error());
  if (question->moves.size() > kMaxGameMoves) {
    return refused(400, fmt::format("moves: a game of more than {} moves is not gone over", kMaxGameMoves));
  }
  GameRecord record{.start = question->start, .rules = question->rules};
  for (const Move move : question->moves) record.moves.push_back({move});
  record.result = result_by_rules(Board(record.start.size()), record.rules, question->position());
  if (!answers.is_in_a_file(record.start, record.rules) && answers.search().plies == 0) {
    return refused(404, "no file here holds the game's positions");
  }
  const auto game = answers.review(record);
  if (!game) return refused(game.error());
  return reviewed_game_json(*game);
}

Answered<Json> statistics(ServedAnswers& answers, const HttpRequest& request) {
  constexpr std::array<std::string_view, 1> kKnown{"file"};
  const auto parameters = RequestParameters::parse(request.query, kKnown);
  if (!parameters) return refused(parameters.error());
  ServedFile* const file = answers.files().find(parameters->text("file", ""));
  if (file == nullptr) return refused(404, "file: there is none of that name; /api/files lists them");
  auto json = statistics_json(answers, *file);
  if (!json) return refused(json.error());
  return std::move(*json);
}

Answered<Json> picture(ServedAnswers& answers, const HttpRequest& request) {
  const auto parameters = RequestParameters::parse(request.query, kQuestionParameters);
  if (!parameters) return refused(parameters.error());
  const auto question = read_question(*parameters);
  if (!question) return refused(question.error());
  const auto answer = answer_to(answers, question->position(), question->rules, {false, 0});
  if (!answer) return tl::unexpected(answer.error());
  return Json(answer_picture(question->rules, *answer));
}

struct Route {
  std::string_view path;
  std::string_view method;
  Answered<Json> (*answer)(ServedAnswers& answers, const HttpRequest& request);
  bool is_picture = false;  // a text to be sent as it is
};
constexpr std::array<Route, 8> kRoutes{{{"/api/files", "GET", list_files},
                                        {"/api/position", "GET", position_answer},
                                        {"/api/positions", "POST", many_answers},
                                        {"/api/rules", "GET", rules_side_by_side},
                                        {"/api/move", "GET", chosen_move},
                                        {"/api/annotate", "POST", annotated_game},
                                        {"/api/statistics", "GET", statistics},
                                        {"/api/picture", "GET", picture, true}}};

const Route* route_of(const HttpRequest& request) {
  const auto found =
      std::find_if(kRoutes.begin(), kRoutes.end(), [&](const Route& route) { return route.path == request.path; });
  return found == kRoutes.end() ? nullptr : &*found;
}

HttpResponse wrong_method(std::string_view method) {
  HttpResponse response = error_response(405, fmt::format("this path takes {} requests", method));
  response.allowed_method = method;
  return response;
}

}  // namespace

bool ServeRequests::is_slow(const HttpRequest& request) const {
  const Route* const route = route_of(request);
  if (route == nullptr || route->method != request.method) return false;
  if (route->path == "/api/files" || route->path == "/api/rules") return false;
  if (route->path == "/api/positions") return request.body.size() > kManyBytes;
  if (route->path == "/api/annotate" || route->path == "/api/statistics") return true;
  // Errors are answered at once.
  static const auto known = question_and(std::array<std::string_view, 3>{"line", "hardness", "level"});
  const auto parameters = RequestParameters::parse(request.query, known);
  if (!parameters) return false;
  const auto question = read_question(*parameters);
  if (!question) return false;
  const std::string hardness_plies = parameters->text("hardness", "1");
  return (hardness_plies != "0" && hardness_plies != "1") || !answers_.is_in_a_file(question->start, question->rules);
}

HttpResponse ServeRequests::answer(const HttpRequest& request) {
  const Route* const route = route_of(request);
  if (route == nullptr) {
    const explorer::PageFile* const file = explorer::find_page_file(request.path);
    if (file == nullptr)
      return error_response(404, "there is nothing under this path; docs/api.md lists what there is");
    if (request.method != "GET") return wrong_method("GET");
    return {200, std::string(file->content_type), std::string(file->bytes)};
  }
  if (request.method != route->method) return wrong_method(route->method);
  auto answer = route->answer(answers_, request);
  if (!answer) return error_response(answer.error().status, answer.error().message);
  if (route->is_picture) return {200, "image/svg+xml", answer->get<std::string>()};
  return {200, "application/json", answer->dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"};
}

}  // namespace uisge::cli
