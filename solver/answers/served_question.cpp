#include "solver/answers/served_question.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "core/piece_count.h"
#include "db/move_hardness.h"
#include "solver/answers/position_words.h"
#include "solver/units.h"

namespace uisge {

namespace {

Result<std::string> text_member(const Json& object, const std::string& name, const std::string& otherwise) {
  const auto found = object.find(name);
  if (found == object.end()) return otherwise;
  if (!found->is_string())
    return usage_error(fmt::format("{}: is no text{}", name, name == "moves" ? " as \"d2d4 c5c3\"" : ""));
  return found->get<std::string>();
}

}  // namespace

Position Question::position() const {
  const Board board(start.size());
  Position here = start;
  for (const Move move : moves) here = play(board, here, move);
  return here;
}

Result<Question> read_question(const QuestionTexts& texts) {
  const auto stuck = UISGE_TRY(parse_stuck_rule(texts.stuck));
  const auto board_size = UISGE_TRY(parse_board_size(texts.board));
  const auto pieces = parse_number<int>(texts.pieces, kMinPieces, kMaxPieces);
  if (!pieces) return usage_error("pieces: " + pieces.error().message);
  const auto start = UISGE_TRY(read_position_text(texts.position, {board_size, *pieces}));
  const RuleSet rules{stuck, texts.diagonal_jumps};
  auto moves = UISGE_TRY(parse_moves(Board(start.size()), rules, start, texts.moves));
  return Question{rules, start, std::move(moves)};
}

Result<Question> read_question(const explorer::RequestParameters& parameters) {
  QuestionTexts texts;
  texts.position = parameters.text("position", texts.position);
  texts.moves = parameters.text("moves", texts.moves);
  texts.board = parameters.text("board", texts.board);
  texts.pieces = parameters.text("pieces", texts.pieces);
  texts.stuck = parameters.text("stuck", texts.stuck);
  texts.diagonal_jumps = UISGE_TRY(parameters.flag("diagonal_jumps", false));
  return read_question(texts);
}

Result<QueryAndQuestion> read_query(const std::string& query, std::initializer_list<std::string_view> more) {
  std::vector<std::string_view> known{"position", "moves", "board", "pieces", "stuck", "diagonal_jumps"};
  known.insert(known.end(), more);
  auto parameters = UISGE_TRY(explorer::RequestParameters::parse(query, known));
  auto question = UISGE_TRY(read_question(parameters));
  const bool line = UISGE_TRY(parameters.flag("line", true));
  const auto hardness = parse_number<int>(parameters.text("hardness", "1"), 0, kMaxHardnessPlies);
  if (!hardness || (*hardness != 0 && !is_hardness_depth(*hardness))) {
    return usage_error("hardness: must be 1, 3, 5 or 7 plies, or 0 for none");
  }
  const auto level = parse_number<int>(parameters.text("level", "10"), kWeakestLevel, kStrongestLevel);
  if (!level) return usage_error("level: " + level.error().message);
  return QueryAndQuestion{std::move(parameters), std::move(question), line, *hardness, *level};
}

Result<Json> parse_json_object(const std::string& body, std::span<const std::string_view> known) {
  // A JSON object in which a name occurs twice is refused: this parser takes the last value, but other programs may
  // take the first.
  std::set<std::string> names;
  std::optional<std::string> repeated;
  const auto note_names = [&](int depth, Json::parse_event_t event, const Json& parsed) {
    if (event != Json::parse_event_t::key || depth != 1) return true;
    auto name = parsed.get<std::string>();
    if (!names.insert(name).second) repeated = std::move(name);
    return true;
  };
  Json object = Json::parse(body, note_names, false);
  if (!object.is_object()) return usage_error("the request's body is no JSON object");
  if (repeated) return usage_error(fmt::format("{}: is there twice", *repeated));
  for (const auto& [name, value] : object.items()) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return usage_error(fmt::format("'{}' is no member of this request; there are {}", name, fmt::join(known, ", ")));
    }
  }
  return object;
}

Result<QuestionTexts> read_question_texts(const Json& object) {
  QuestionTexts texts;
  for (const auto& [name, value] :
       {std::pair("position", &texts.position), std::pair("moves", &texts.moves), std::pair("stuck", &texts.stuck)}) {
    const auto text = UISGE_TRY(text_member(object, name, *value));
    *value = text;
  }
  const auto diagonal_jumps = object.find("diagonal_jumps");
  if (diagonal_jumps == object.end()) return texts;
  if (!diagonal_jumps->is_boolean()) return usage_error("diagonal_jumps: is neither true nor false");
  texts.diagonal_jumps = diagonal_jumps->get<bool>();
  return texts;
}

}  // namespace uisge
