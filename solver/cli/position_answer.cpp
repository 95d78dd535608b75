#include "solver/cli/position_answer.h"

#include <algorithm>

#include "core/notation.h"
#include "db/move_hardness.h"
#include "solver/cli/board_picture.h"
#include "solver/cli/database_summary.h"
#include "solver/cli/wording.h"

namespace uisge::cli {

namespace {

// Whether something is won or lost and the file does not say in how many plies.
bool lacks_distance(const Analysis& analysis) {
  const auto lacks = [](Label label) { return label.outcome != Outcome::kDraw && !label.has_distance(); };
  return lacks(analysis.label) || std::any_of(analysis.moves.begin(), analysis.moves.end(),
                                              [&](const RankedMove& move) { return lacks(move.label); });
}

// Ranks the drawing moves of a drawn position, if a file knows it and that is asked for.
Result<void> rank_draws(AnswerFile* file, int plies, PositionAnswer& answer) {
  const Analysis& analysis = answer.analysis;
  const bool applies = file != nullptr && plies > 0 && !analysis.is_open && !analysis.moves.empty();
  if (!applies || analysis.label.outcome != Outcome::kDraw) return {};
  answer.hardness_plies = plies;
  return add_hardness(file->probe(), answer.position, answer.analysis, plies);
}

}  // namespace

Result<PositionAnswer> answer_position(const Position& position, Answerers answerers, AnswerParts parts) {
  const auto [file, search] = answerers;
  auto analysis = file == nullptr ? search->analyse(position) : file->probe().analyse(position);
  if (!analysis) return tl::unexpected(analysis.error());
  PositionAnswer result{position, std::move(*analysis), {}, {}, {}, {}};
  if (auto added = rank_draws(file, parts.hardness_plies, result); !added) return tl::unexpected(added.error());
  // What a values database cannot tell, the search may.
  const bool adds_distances = file != nullptr && search != nullptr && lacks_distance(result.analysis);
  if (adds_distances) {
    if (auto added = search->add_distances(position, result.analysis); !added) return tl::unexpected(added.error());
  }
  if (file == nullptr || adds_distances) result.searched_plies = search->plies();
  if (file != nullptr) result.file = file->path();
  if (!parts.with_line) return result;
  const bool is_searched = file == nullptr || (adds_distances && result.analysis.label.has_distance());
  auto line = is_searched ? search->main_line(position, result.analysis) : file->probe().main_line(position);
  if (!line) return tl::unexpected(line.error());
  result.line = std::move(*line);
  return result;
}

Json answer_json(RuleSet rules, const PositionAnswer& answer, bool with_line) {
  const Board board(answer.position.size());
  const Analysis& analysis = answer.analysis;
  Json json{{"position", to_text(board, answer.position)}};
  json.update(identity_json({answer.position.size(), answer.position.pieces(), rules}));
  json.update(value_json(analysis.label, analysis.is_open, analysis.open_plies));
  json["over"] = end_json(game_end(board, rules, answer.position));
  json["source"] = answer.is_of_search() ? "search" : "file";
  json["file"] = answer.is_of_search() ? Json() : Json(answer.file);
  if (answer.searched_plies) json["searched_plies"] = *answer.searched_plies;
  if (answer.hardness_plies) json["hardness_plies"] = *answer.hardness_plies;
  json["moves"] = Json::array();
  for (const RankedMove& move : analysis.moves) {
    Json move_json{{"move", to_text(board, move.move)},
                   {"position", to_text(board, play(board, answer.position, move.move))}};
    move_json.update(value_json(move.label, move.is_open, analysis.open_plies));
    // In an open position nobody knows which of the moves that do not lose soon is the best.
    const bool is_best_open = analysis.is_open && move.label.outcome != Outcome::kLoss;
    move_json["best"] = is_best_open ? Json() : Json(move.best);
    if (move.hardness) move_json["hardness"] = move.hardness->share;
    json["moves"].push_back(std::move(move_json));
  }
  if (!with_line) return json;
  json["line"] = Json::array();
  for (const Move move : answer.line) json["line"].push_back(to_text(board, move));
  return json;
}

std::string answer_picture(RuleSet rules, const PositionAnswer& answer) {
  const Analysis& analysis = answer.analysis;
  const Side mover = answer.position.side_to_move();
  const GameEnd end = game_end(Board(answer.position.size()), rules, answer.position);
  std::string caption = value_in_words(mover, analysis.label);
  if (analysis.is_open) caption = open_in_words(mover, analysis.open_plies);
  if (end != GameEnd::kNotOver) caption = end_in_words(end, rules.stuck, mover);
  std::vector<MoveArrow> arrows;
  for (const RankedMove& move : analysis.moves) {
    arrows.push_back({move.move, move.is_open ? std::nullopt : std::optional(move.label), move.best});
  }
  return board_picture(answer.position, caption, arrows);
}

}  // namespace uisge::cli
