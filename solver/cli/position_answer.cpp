#include "solver/cli/position_answer.h"

#include <algorithm>

#include "core/known_start.h"
#include "core/notation.h"
#include "db/move_hardness.h"
#include "solver/cli/board_picture.h"
#include "solver/cli/database_summary.h"
#include "solver/cli/known_json.h"
#include "solver/cli/wording.h"

namespace uisge::cli {

namespace {

// Whether the position or a move is won or lost without a known distance.
bool lacks_distance(const Analysis& analysis) {
  const auto lacks = [](Verdict verdict) { return verdict.is_win_or_loss() && !verdict.has_distance(); };
  return lacks(analysis.verdict) || std::any_of(analysis.moves.begin(), analysis.moves.end(),
                                                [&](const RankedMove& move) { return lacks(move.verdict); });
}

// Ranks the drawing moves of a drawn position, if a file knows it and that is asked for.
Result<void> rank_draws(AnswerFile* file, const AnswerParts& parts, PositionAnswer& answer) {
  const Analysis& analysis = answer.analysis;
  const int plies = parts.hardness_plies;
  if (file == nullptr || plies == 0 || !analysis.verdict.is_draw() || analysis.moves.empty()) return {};
  answer.hardness_plies = plies;
  return add_hardness(file->probe(), answer.position, answer.analysis, plies, parts.cancel);
}

}  // namespace

Result<PositionAnswer> answer_position(const Position& position, Answerers answerers, AnswerParts parts) {
  const auto [file, search] = answerers;
  auto analysis = answerers.first().analyse(position);
  if (!analysis) return tl::unexpected(analysis.error());
  PositionAnswer result{position, std::move(*analysis), {}, {}, {}, {}};
  if (auto added = rank_draws(file, parts, result); !added) return tl::unexpected(added.error());
  // What a values database cannot tell, the search may.
  const bool adds_distances = file != nullptr && search != nullptr && lacks_distance(result.analysis);
  if (adds_distances) {
    if (auto added = search->add_distances(position, result.analysis); !added) return tl::unexpected(added.error());
  }
  if (file == nullptr || adds_distances) result.searched_plies = search->plies();
  if (file != nullptr) result.file = file->path();
  if (!parts.with_line) return result;
  const Verdict verdict = result.analysis.verdict;
  const bool has_searched_distance = adds_distances && verdict.has_distance();
  auto line = (has_searched_distance ? *search : answerers.first()).main_line(position, verdict);
  if (!line) return tl::unexpected(line.error());
  result.line = std::move(*line);
  return result;
}

std::optional<PositionAnswer> table_answer(const Position& position, RuleSet rules) {
  const Board board(position.size());
  if (!known_of(board, position, rules)) return std::nullopt;
  PositionAnswer answer{position, {Verdict::undecided_within(0), {}}, {}, {}, {}, {}};
  MoveList moves = playable_moves(board, rules, position);
  sort_by_text(board, moves);
  for (const Move move : moves) answer.analysis.moves.push_back({move, Verdict::undecided_within(0)});
  return answer;
}

Json answer_json(RuleSet rules, const PositionAnswer& answer, bool with_line) {
  const Board board(answer.position.size());
  const Analysis& analysis = answer.analysis;
  const auto known = known_of(board, answer.position, rules);
  const Verdict verdict = with_known(analysis.verdict, known);
  Json json{{"position", to_text(board, answer.position)}};
  json.update(identity_json({answer.position.size(), answer.position.pieces(), rules}));
  json.update(verdict_json(verdict));
  json["over"] = end_json(game_end(board, rules, answer.position));
  json["source"] = verdict != analysis.verdict ? "known" : answer.file.empty() ? "search" : "file";
  json["file"] = answer.file.empty() ? Json() : Json(answer.file);
  if (known) json["known"] = known_json(*known, answer.position.side_to_move());
  if (answer.searched_plies) json["searched_plies"] = *answer.searched_plies;
  if (answer.hardness_plies) json["hardness_plies"] = *answer.hardness_plies;
  json["moves"] = Json::array();
  for (const RankedMove& move : analysis.moves) {
    Json move_json{{"move", to_text(board, move.move)},
                   {"position", to_text(board, play(board, answer.position, move.move))}};
    move_json.update(verdict_json(move.verdict));
    // In an undecided position it is not known which of the moves that do not lose soon is best.
    const bool may_be_best = !analysis.verdict.is_decided() && !move.verdict.is_loss();
    move_json["best"] = may_be_best ? Json() : Json(move.best);
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
  const std::string caption =
      end == GameEnd::kNotOver ? verdict_in_words(mover, analysis.verdict) : end_in_words(end, rules.stuck, mover);
  std::vector<MoveArrow> arrows;
  for (const RankedMove& move : analysis.moves) arrows.push_back({move.move, move.verdict, move.best});
  return board_picture(answer.position, caption, arrows);
}

}  // namespace uisge::cli
