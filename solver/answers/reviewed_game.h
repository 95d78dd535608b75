// A recorded game with a judgement of every move, and its JSON, for `annotate` and `serve`.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/game_record.h"
#include "solver/answers/json.h"
#include "solver/search/game_review.h"

namespace uisge {

struct Judges {
  std::set<std::string> files;
  int by_file = 0;
  int by_search = 0;
};

struct ReviewedGame {
  std::string record_file;
  std::size_t number = 0;  // the game's number in that file
  GameRecord record;
  std::vector<MoveReview> reviews = {};  // one a move
  SideReview white = {};
  SideReview black = {};
  Judges judges = {};
};

// Analyses a position, and notes in `judges` which source answered.
using Analyse = std::function<Result<Analysis>(const Position&, Judges&)>;

// Called when the move at `ply` of the game has been judged.
using MoveReviewed = std::function<void(std::size_t ply)>;

// Fills in reviews and sides. Errors: those of `analyse`.
Result<void> review_game(ReviewedGame& game, const Analyse& analyse, const MoveReviewed& reviewed);

Json reviewed_game_json(const ReviewedGame& game);

}  // namespace uisge
