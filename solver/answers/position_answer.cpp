#include "solver/answers/position_answer.h"

#include <algorithm>

#include "core/known_start.h"
#include "core/notation.h"
#include "db/move_hardness.h"
#include "solver/answers/board_picture.h"
#include "solver/answers/database_summary.h"
#include "solver/answers/known_json.h"
#include "solver/answers/wording.h"
#include "solver/search/opening_tree.h"

namespace uisge {

namespace {

// Whether the search may add to what the file says about a position. A list of noted positions may lack the positions
// after a move. A proof is asked for no more than the value.
bool lacks_verdicts(const AnswerFile& file, const Analysis& analysis) {
  if (file.proof() != nullptr) return !analysis.verdict.is_decided();
  const auto lacks = [&](Verdict verdict) {
    return verdict.is_decided() ? verdict.is_win_or_loss() && !verdict.has_distance() : file.is_partial();
  };
  return lacks(analysis.verdict) || std::any_of(analysis.moves.begin(), analysis.moves.end(),
                                                [&](const RankedMove& move) { return lacks(move.verdict); });
}

Result<PositionAnswer> answer_by_proof(const Position& position, AnswerFile& file, AnswerParts parts) {
  auto analysis = UISGE_TRY(file.proof()->analyse(position));
  PositionAnswer result{position, std::move(analysis), {}, file.path(), true, {}, {}};
  if (!parts.with_line) return result;
  result.line = UISGE_TRY(file.proof()->main_line(position, result.analysis.verdict));
  return result;
}

// The verdict whose line the file knows: the position's, or that of a winning move if the position's distance is open.
Verdict verdict_of_line(const Analysis& analysis) {
  const bool is_of_move = analysis.verdict.is_win() && !analysis.verdict.has_distance() && !analysis.moves.empty();
  return is_of_move ? analysis.moves.front().verdict : analysis.verdict;
}

// The answer of a file that is no proof.
Result<PositionAnswer> answer_by_labels(const Position& position, AnswerFile& file, AnswerParts parts) {
  auto analysis = UISGE_TRY(file.answerer().analyse(position));
  PositionAnswer result{position, std::move(analysis), {}, file.path(), false, {}, {}};
  if (!file.is_partial()) UISGE_TRY(rank_draws(result, *file.probe(), parts));
  if (parts.with_line) result.line = UISGE_TRY(file.answerer().main_line(position, verdict_of_line(result.analysis)));
  return result;
}

Result<PositionAnswer> answer_by_search(const Position& position, SearchFallback& search, AnswerParts parts) {
  auto analysis = UISGE_TRY(search.analyse(position));
  PositionAnswer result{position, std::move(analysis), {}, {}, false, search.plies(), {}};
  if (!parts.with_line) return result;
  result.line = UISGE_TRY(search.main_line(position, result.analysis.verdict));
  return result;
}

Json bounded_json(Verdict verdict, std::optional<int> within) {
  Json json = verdict_json(verdict);
  if (within) json["within"] = *within;
  return json;
}

}  // namespace

Result<PositionAnswer> answer_position(const Position& position, Answerers answerers, AnswerParts parts) {
  const auto [file, search] = answerers;
  if (file == nullptr) return answer_by_search(position, *search, parts);
  auto answer = UISGE_TRY(file->proof() != nullptr ? answer_by_proof(position, *file, parts)
                                                   : answer_by_labels(position, *file, parts));
  if (search != nullptr && lacks_verdicts(*file, answer.analysis)) {
    UISGE_TRY(add_search(answer, *search, parts, file->is_partial()));
  }
  return answer;
}

Result<void> rank_draws(PositionAnswer& answer, Probe& probe, AnswerParts parts) {
  const Analysis& analysis = answer.analysis;
  const int plies = parts.hardness_plies;
  if (plies == 0 || !analysis.verdict.is_draw() || analysis.moves.empty()) return {};
  answer.hardness_plies = plies;
  return add_hardness(probe, answer.position, answer.analysis, plies, parts.cancel);
}

Result<void> add_search(PositionAnswer& answer, SearchFallback& search, AnswerParts parts, bool is_partial) {
  const bool is_left_open = is_partial && !answer.analysis.verdict.is_decided();
  const Verdict of_line = verdict_of_line(answer.analysis);
  const std::vector<RankedMove> of_file = answer.analysis.moves;
  auto completed = search.complete(answer.position, answer.analysis);
  if (!completed) {
    const bool is_verifiable = !is_partial && completed.error().kind == ErrorKind::kVerification;
    if (is_verifiable) completed.error().advice = {{Remedy::kVerify}};
    return completed;
  }
  answer.searched_plies = search.plies();
  if (is_left_open) {
    answer.has_moves_of_file =
        std::any_of(of_file.begin(), of_file.end(), [](const RankedMove& move) { return move.verdict.is_decided(); });
    answer.file.clear();
    answer.is_of_proof = false;
  }
  const Verdict verdict = answer.analysis.verdict;
  if (!parts.with_line || !verdict.has_distance() || verdict == of_line) return {};
  // A distance of the file may be more than the search can show in reasonable time.
  const bool is_of_file = std::any_of(of_file.begin(), of_file.end(), [&](const RankedMove& move) {
    return move.move == answer.analysis.moves.front().move && move.verdict.has_distance();
  });
  if (is_of_file) return {};
  answer.line = UISGE_TRY(search.main_line(answer.position, verdict));
  return {};
}

std::string answer_in_words(const PositionAnswer& answer) {
  std::string words = verdict_in_words(answer.position.side_to_move(), answer.analysis.verdict);
  if (answer.is_of_proof && !answer.analysis.verdict.is_decided()) return "The proof does not reach this position";
  const auto within = within_of(answer.analysis);
  if (within) words += fmt::format(" within {}{}", plies_in_words(*within), answer.is_of_proof ? ", proved" : "");
  return words;
}

namespace {

// Whether it is open if a move is best play.
bool may_be_best(const Analysis& analysis, Verdict move) {
  const Verdict position = analysis.verdict;
  if (!position.is_decided()) {
    // A loss is not best play if another move draws, or cannot lose sooner since nothing is forced for as long.
    const auto is_better = [&](const RankedMove& other) {
      return other.verdict.is_draw() || (!other.verdict.is_decided() && other.verdict.plies >= move.plies);
    };
    return !move.is_loss() || std::none_of(analysis.moves.begin(), analysis.moves.end(), is_better);
  }
  // A list of noted positions may know a position and lack the positions after its moves.
  const bool is_longer = position.is_win() && move.plies >= position.plies;
  // The position is won at least as soon as by the first move, and perhaps sooner by an undecided move.
  const bool is_bound = position.is_win() && !position.has_distance() && analysis.moves.front().verdict.has_distance();
  if (is_bound) return !move.is_decided() || move == analysis.moves.front().verdict;
  return !move.is_decided() && !is_longer;
}

PositionAnswer bare_answer(const Board& board, const Position& position, RuleSet rules, Verdict verdict) {
  PositionAnswer answer{position, unjudged_analysis(board, rules, position), {}, {}, false, {}, {}};
  answer.analysis.verdict = verdict;
  return answer;
}

}  // namespace

std::optional<PositionAnswer> table_answer(const Position& position, RuleSet rules) {
  const Board board(position.size());
  const auto over = outcome_if_over(board, rules, position);
  if (over) return PositionAnswer{position, {Verdict{over, 0}, {}}, {}, {}, false, {}, {}};
  if (!known_of(board, position, rules)) return std::nullopt;
  return bare_answer(board, position, rules, Verdict::undecided_within(0));
}

std::optional<PositionAnswer> book_answer(const Position& position, RuleSet rules) {
  const auto opening = OpeningTree::shipped().find(position, rules);
  if (!opening) return std::nullopt;
  PositionAnswer answer = bare_answer(Board(position.size()), position, rules, opening->verdict);
  for (std::size_t i = 0; i < opening->moves.size(); ++i) answer.analysis.moves[i].verdict = opening->moves[i].verdict;
  rank_moves(answer.analysis.moves);
  answer.is_of_book = true;
  return answer;
}

namespace {

Json value_json(const PositionAnswer& answer, const std::optional<KnownStart>& known) {
  const Verdict own = answer.analysis.verdict;
  const Verdict verdict = with_known(own, known);
  const bool is_of_table = answer.file.empty() && !answer.searched_plies && !answer.is_of_book;
  Json json = bounded_json(verdict, within_of(answer.analysis));
  json["source"] = verdict != own || is_of_table ? "known"
                   : answer.is_of_book           ? "book"
                   : answer.is_of_proof          ? "proof"
                   : answer.file.empty()         ? "search"
                                                 : "file";
  json["file"] = answer.file.empty() ? Json() : Json(answer.file);
  if (known) json["known"] = known_json(*known, answer.position.side_to_move());
  return json;
}

}  // namespace

Json value_json(RuleSet rules, const PositionAnswer& answer) {
  return value_json(answer, known_of(Board(answer.position.size()), answer.position, rules));
}

bool put_known_move_first(PositionAnswer& answer, RuleSet rules) {
  const auto known = known_of(Board(answer.position.size()), answer.position, rules);
  std::vector<RankedMove>& moves = answer.analysis.moves;
  const auto found = std::find_if(moves.begin(), moves.end(), [&](const RankedMove& move) {
    return known && known->move == move.move && !move.verdict.is_decided() && !answer.analysis.verdict.has_distance();
  });
  if (found == moves.end()) return false;
  found->verdict = {known->value, kUncountedPlies};
  found->best = true;
  std::rotate(moves.begin(), found, found + 1);
  return true;
}

Json answer_json(RuleSet rules, PositionAnswer answer, bool with_line) {
  const Board board(answer.position.size());
  const bool is_first_of_table = put_known_move_first(answer, rules);
  const Analysis& analysis = answer.analysis;
  Json json{{"position", to_text(board, answer.position)}};
  json.update(identity_json({answer.position.size(), answer.position.pieces(), rules}));
  const auto known = known_of(board, answer.position, rules);
  json.update(value_json(answer, known));
  json["over"] = end_json(game_end(board, rules, answer.position));
  if (answer.searched_plies) json["searched_plies"] = *answer.searched_plies;
  if (answer.hardness_plies) json["hardness_plies"] = *answer.hardness_plies;
  json["moves"] = Json::array();
  for (std::size_t i = 0; i < analysis.moves.size(); ++i) {
    const RankedMove& move = analysis.moves[i];
    Json move_json{{"move", to_text(board, move.move)},
                   {"position", to_text(board, play(board, answer.position, move.move))}};
    move_json.update(bounded_json(move.verdict, within_of(move)));
    const bool is_of_table = is_first_of_table && i == 0;
    move_json["best"] = !is_of_table && may_be_best(analysis, move.verdict) ? Json() : Json(move.best);
    if (move.hardness) move_json["hardness"] = move.hardness->share;
    json["moves"].push_back(std::move(move_json));
  }
  if (!with_line) return json;
  json["line"] = Json::array();
  for (const Move move : answer.line) json["line"].push_back(to_text(board, move));
  return json;
}

std::string answer_picture(RuleSet rules, PositionAnswer answer) {
  put_known_move_first(answer, rules);
  const Analysis& analysis = answer.analysis;
  const Side mover = answer.position.side_to_move();
  const Board board(answer.position.size());
  const GameEnd end = game_end(board, rules, answer.position);
  // The table of known starts may know more than the answer has.
  const Verdict verdict = with_known(analysis.verdict, known_of(board, answer.position, rules));
  const std::string caption = end != GameEnd::kNotOver      ? end_in_words(end, rules.stuck, mover)
                              : verdict == analysis.verdict ? answer_in_words(answer)
                                                            : verdict_in_words(mover, verdict);
  std::vector<MoveArrow> arrows;
  for (const RankedMove& move : analysis.moves) arrows.push_back({move.move, move.verdict, move.best});
  return board_picture(answer.position, caption, arrows);
}

}  // namespace uisge
