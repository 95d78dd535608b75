#include "solver/answers/serve_requests.h"

#include <algorithm>
#include <array>

#include "core/known_start.h"
#include "core/notation.h"
#include "core/start.h"
#include "explorer/page_files.h"
#include "explorer/request_parameters.h"
#include "solver/answers/database_summary.h"
#include "solver/answers/known_json.h"
#include "solver/answers/request_pace.h"
#include "solver/answers/routes.h"
#include "solver/answers/served_question.h"
#include "solver/answers/wording.h"
#include "solver/search/move_choice.h"

namespace uisge {

namespace {

using explorer::error_response;
using explorer::HttpRequest;
using explorer::HttpResponse;
using explorer::RequestParameters;

constexpr std::size_t kMaxPositions = 1000;

// Answers from a file or by the search. If the server has no file of the position's game and does not search, the
// answer comes from the book or the table of known starts.
Answered<PositionAnswer> answer_to(ServedAnswers& answers, const Position& position, RuleSet rules, AnswerParts parts) {
  if (!answers.has_file_for_game(position, rules) && answers.search().plies == 0) {
    if (auto of_book = book_answer(position, rules)) return std::move(*of_book);
    if (auto of_table = table_answer(position, rules)) return std::move(*of_table);
    return refused(404, fmt::format("no file here holds {}",
                                    to_string(DatabaseIdentity{position.size(), position.pieces(), rules})));
  }
  return answered(answers.answer(position, rules, parts));
}

Answered<Json> list_files(ServedAnswers& answers, const HttpRequest& request) {
  const auto parameters = UISGE_TRY(answered(RequestParameters::parse(request.query, {})));
  Json files = Json::array();
  for (const auto& file : answers.files().all()) {
    Json json{{"file", file->name}, {"kind", kind_name(file->file->kind())}};
    json.update(identity_json(file->identity()));
    json["answers_under"] = Json::array();
    for (const StuckRule stuck : kAllStuckRules) {
      const RuleSet rules{stuck, file->identity().rules.diagonal_jumps};
      if (file->file->holds_under(rules)) json["answers_under"].push_back(to_string(stuck));
    }
    const Board board(file->identity().board);
    const auto start = start_position(board, file->identity().pieces);
    json["start"] = start ? Json(to_text(board, *start)) : Json();
    files.push_back(std::move(json));
  }
  Json json{{"files", std::move(files)},
            {"search", nullptr},
            {"levels", kStrongestLevel},
            {"openings", openings_offer()},
            {"version", UISGE_VERSION}};
  const ServedSearch& search = answers.search();
  if (search.plies > 0) json["search"] = {{"plies", search.plies}, {"seconds", search.seconds}};
  return json;
}

Answered<Json> position_answer(ServedAnswers& answers, const HttpRequest& request) {
  const auto asked = UISGE_TRY(answered(read_query(request.query, {"line", "hardness"})));
  const Question& question = asked.question;
  const AnswerParts parts{asked.line, asked.hardness, request.given_up};
  const auto answer = UISGE_TRY(answer_to(answers, question.position(), question.rules, parts));
  return answer_json(question.rules, answer, asked.line);
}

Answered<Json> many_answers(ServedAnswers& answers, const HttpRequest& request) {
  constexpr std::array<std::string_view, 3> kKnown{"positions", "stuck", "diagonal_jumps"};
  const auto body = UISGE_TRY(answered(parse_json_object(request.body, kKnown)));
  auto texts = UISGE_TRY(answered(read_question_texts(body)));
  if (const auto stuck = parse_stuck_rule(texts.stuck); !stuck) return refused(stuck.error());
  const auto positions = body.find("positions");
  if (positions == body.end() || !positions->is_array()) return refused(400, "positions: is no list of texts");
  if (positions->size() > kMaxPositions) {
    return refused(400, fmt::format("positions: {} are too many, {} can be asked about at a time", positions->size(),
                                    kMaxPositions));
  }
  Json list = Json::array();
  for (const Json& position : *positions) {
    if (!position.is_string()) return refused(400, "positions: is no list of texts");
    if (*request.given_up) return refused(503, "given up before all positions were answered");
    texts.position = position.get<std::string>();
    const auto question = read_question(texts);
    if (!question) {
      list.push_back({{"error", question.error().message}});
    } else if (!answers.has_file_for_game(question->start, question->rules)) {
      // The list may be long and a search takes long, so positions of a list are never searched.
      const auto known = table_answer(question->start, question->rules);
      list.push_back(known ? answer_json(question->rules, *known, false)
                           : Json{{"error", "no file here holds the position"}});
    } else {
      const auto answer = UISGE_TRY(answered(answers.answer_of_file(question->start, question->rules, {false, 0})));
      list.push_back(answer_json(question->rules, answer, false));
    }
  }
  return Json{{"answers", std::move(list)}};
}

Answered<Json> rules_side_by_side(ServedAnswers& answers, const HttpRequest& request) {
  const Question question = UISGE_TRY(answered(read_query(request.query))).question;
  const Position position = question.position();
  const Board board(position.size());
  Json list = Json::array();
  for (const RuleSet rules : kAllRuleSets) {
    Json json{{"stuck", to_string(rules.stuck)}, {"diagonal_jumps", rules.diagonal_jumps}};
    if (answers.has_file_for_game(position, rules)) {
      const auto answer = UISGE_TRY(answered(answers.answer_of_file(position, rules, {false, 0})));
      json.update(value_json(rules, answer));
    } else if (const auto of_table = table_answer(position, rules)) {
      json.update(value_json(rules, *of_table));
    } else {
      json["error"] = "no file of this rule set holds the position";
    }
    list.push_back(std::move(json));
  }
  return Json{{"position", to_text(board, position)}, {"rules", std::move(list)}};
}

Answered<Json> known_starts(ServedAnswers& /*answers*/, const HttpRequest& request) {
  constexpr std::array<std::string_view, 3> kKnown{"position", "board", "pieces"};
  const auto parameters = UISGE_TRY(answered(RequestParameters::parse(request.query, kKnown)));
  const Position start = UISGE_TRY(answered(read_question(parameters))).start;
  const Board board(start.size());
  Json list = Json::array();
  for (const RuleSet rules : kAllRuleSets) {
    const auto known = known_of(board, start, rules);
    list.push_back({{"stuck", to_string(rules.stuck)},
                    {"diagonal_jumps", rules.diagonal_jumps},
                    {"known", known ? known_json(*known, start.side_to_move()) : Json()}});
  }
  return Json{{"position", to_text(board, start)}, {"rules", std::move(list)}};
}

Answered<Json> chosen_move(ServedAnswers& answers, const HttpRequest& request) {
  const auto asked = UISGE_TRY(answered(read_query(request.query, {"level"})));
  const RuleSet rules = asked.question.rules;
  const Position position = asked.question.position();
  auto answer = UISGE_TRY(answer_to(answers, position, rules, {false, 0, request.given_up}));
  put_known_move_first(answer, rules);
  const std::vector<RankedMove>& advice = answer.analysis.moves;
  if (advice.empty()) return refused(400, "the game is over, there is no move");
  thread_local std::mt19937_64 random{std::random_device{}()};
  const Move move = advice[choose_move(advice, asked.level, random)].move;
  const Board board(position.size());
  return Json{{"move", to_text(board, move)},
              {"position", to_text(board, play(board, position, move))},
              {"level", asked.level}};
}

Answered<Json> picture(ServedAnswers& answers, const HttpRequest& request) {
  const Question question = UISGE_TRY(answered(read_query(request.query))).question;
  const auto answer = UISGE_TRY(answer_to(answers, question.position(), question.rules, {false, 0, request.given_up}));
  return Json(answer_picture(question.rules, answer));
}

struct Route {
  std::string_view path;
  std::string_view method;
  Answered<Json> (*answer)(ServedAnswers& answers, const HttpRequest& request);
  IsSlow is_slow;
  bool is_picture = false;  // true: the answer is a picture (SVG text); false: JSON
};
constexpr std::array<Route, 13> kRoutes{{{"/api/files", "GET", list_files, never_slow},
                                         {"/api/position", "GET", position_answer, slow_if_searched},
                                         {"/api/positions", "POST", many_answers, slow_if_long_or_unfinished},
                                         {"/api/rules", "GET", rules_side_by_side, slow_if_unfinished_by_a_rule},
                                         {"/api/known", "GET", known_starts, never_slow},
                                         {"/api/openings", "GET", openings, never_slow},
                                         {"/api/move", "GET", chosen_move, slow_if_searched},
                                         {"/api/why", "GET", reason_against, never_slow},
                                         {"/api/annotate", "POST", annotated_game, always_slow},
                                         {"/api/records", "POST", games_of_records, slow_if_long},
                                         {"/api/statistics", "GET", statistics, asks_for_statistics},
                                         {"/api/puzzles", "GET", puzzles, asks_for_puzzles},
                                         {"/api/picture", "GET", picture, slow_if_searched, true}}};

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
  if (request.method == "POST" && !RequestParameters::parse(request.query, {})) return false;
  return route->is_slow(answers_, request);
}

HttpResponse ServeRequests::answer(const HttpRequest& request) {
  const Route* const route = route_of(request);
  if (route == nullptr) {
    const explorer::PageFile* const file = explorer::find_page_file(request.path);
    if (file == nullptr)
      return error_response(404, "there is nothing under this path; docs/api.md lists what there is");
    if (request.method != "GET") return wrong_method("GET");
    HttpResponse page{200, std::string(file->content_type), std::string(file->bytes)};
    page.is_gzip = request.accepts_gzip;
    if (page.is_gzip) page.body = file->gzip;
    return page;
  }
  if (request.method != route->method) return wrong_method(route->method);
  if (request.method == "POST") {
    const auto parameters = RequestParameters::parse(request.query, {});
    if (!parameters) return error_response(400, parameters.error().message);
  }
  auto answer = route->answer(answers_, request);
  if (!answer) return error_response(answer.error().status, answers_.files().with_name(answer.error().message));
  if (route->is_picture) return {200, "image/svg+xml", answer->get<std::string>()};
  return {200, "application/json", answer->dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"};
}

}  // namespace uisge
