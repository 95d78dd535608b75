#include "solver/answers/reviewed_game.h"

#include "core/notation.h"
#include "solver/answers/database_summary.h"
#include "solver/answers/review_words.h"
#include "solver/answers/wording.h"

namespace uisge {

namespace {

Json side_json(const std::string& player, const SideReview& side) {
  return {{"player", player},
          {"moves", side.moves},
          {"undecided", side.undecided},
          {"choices", side.choices},
          {"best", side.best},
          {"only", side.only},
          {"slow", side.slow},
          {"mistakes", side.mistakes},
          {"accuracy", side.choices == 0 ? Json() : Json(static_cast<double>(side.best) / side.choices)},
          {"plies_given_away", side.plies_given_away},
          {"longest_win_missed", side.longest_win_missed == 0 ? Json() : Json(side.longest_win_missed)}};
}

}  // namespace

void Judges::add(const PositionAnswer& answer) {
  if (answer.is_of_search()) {
    ++by_search;
  } else {
    files.insert(answer.file);
    ++by_file;
  }
}

Result<void> review_game(ReviewedGame& game, const Analyse& analyse, const MoveReviewed& reviewed) {
  const Board board(game.record.start.size());
  const std::vector<RecordedMove>& moves = game.record.moves;
  if (moves.empty()) return {};
  Position position = game.record.start;
  auto analysis = UISGE_TRY(analyse(position));
  for (std::size_t ply = 0; ply < moves.size(); ++ply) {
    const Move move = moves[ply].move;
    const Position after = play(board, position, move);
    Analysis next;
    if (ply + 1 < moves.size()) {
      next = UISGE_TRY(analyse(after));
      learn_from_next(analysis.moves, move, next.verdict);
    }
    game.reviews.push_back(review_move(analysis.moves, move));
    (position.side_to_move() == Side::kWhite ? game.white : game.black).add(game.reviews.back());
    if (reviewed) reviewed(ply);
    position = after;
    analysis = std::move(next);
  }
  return {};
}

Json reviewed_game_json(const ReviewedGame& game) {
  const GameRecord& record = game.record;
  const Board board(record.start.size());
  Json json{{"record", game.record_file},
            {"game", game.number},
            {"start", to_text(board, record.start)},
            {"result", to_string(record.result)},
            {"files", game.judges.files},
            {"searched", game.judges.by_search},
            {"moves", Json::array()},
            {"white", side_json(record.white, game.white)},
            {"black", side_json(record.black, game.black)}};
  json.update(identity_json({record.start.size(), record.start.pieces(), record.rules}));
  Position position = record.start;
  for (const MoveReview& review : game.reviews) {
    Json move{{"position", to_text(board, position)},
              {"move", to_text(board, review.played.move)},
              {"mark", mark_text(review).empty() ? Json() : Json(mark_text(review))},
              {"best_move", to_text(board, review.best.move)},
              {"best", verdict_json(review.best.verdict)},
              {"choices", review.moves},
              {"plies_given_away", review.plies_given_away()}};
    move.update(verdict_json(review.played.verdict));
    json["moves"].push_back(std::move(move));
    position = play(board, position, review.played.move);
  }
  return json;
}

}  // namespace uisge
