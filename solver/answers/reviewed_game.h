// A recorded game with a judgement of every move, and its JSON, for `annotate` and `serve`.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/game_record.h"
#include "solver/answers/json.h"
#include "solver/answers/position_answer.h"
#include "solver/search/game_review.h"

namespace uisge {

// Which sources judged the positions of a game.
struct Judges {
  std::set<std::string> files;  // that answered
  int by_file = 0;              // the number of positions whose answers come from a file
  int by_search = 0;            // the number of positions whose answers come from the search

  void add(const PositionAnswer& answer);
};

struct ReviewedGame {
  std::string record_file;
  std::size_t number = 0;  // the game's number in record_file, counted from 1
  GameRecord record;
  std::vector<MoveReview> reviews = {};  // one per move
  SideReview white = {};
  SideReview black = {};
  Judges judges = {};
};

using Analyse = std::function<Result<Analysis>(const Position&)>;

// Called after the judgement of the move at `ply`, counted from 0.
using MoveReviewed = std::function<void(std::size_t ply)>;

// Fills in `reviews`, `white` and `black`. A move is judged after the position that follows it in the record was
// analysed, since that position's verdict may say more about the move. The callback `reviewed` may be empty. Errors:
// those of `analyse`.
Result<void> review_game(ReviewedGame& game, const Analyse& analyse, const MoveReviewed& reviewed);

Json reviewed_game_json(const ReviewedGame& game);

}  // namespace uisge
