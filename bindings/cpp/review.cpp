#include "uisge/review.h"

#include <fmt/format.h>

#include "bindings/cpp/convert.h"
#include "solver/search/move_review.h"

namespace uisge::v1 {

namespace {

static_assert(is_same_number(MoveMark::kNone, uisge::MoveMark::kNone) &&
              is_same_number(MoveMark::kSlow, uisge::MoveMark::kSlow) &&
              is_same_number(MoveMark::kMistake, uisge::MoveMark::kMistake));

}  // namespace

std::vector<MoveReview> review(Probe& probe, const GameRecord& record) {
  const Identity game{record.start.board(), record.start.pieces_per_side(), record.rules};
  const Identity held = probe.database().identity();
  if (game != held) {
    throw Error(ErrorKind::kUsage, fmt::format("{}: holds another board, piece count or rule set than the game's",
                                               probe.database().path()));
  }
  std::vector<MoveReview> reviews;
  Position position = record.start;
  const Board& board = tables(position.board());
  for (const Move move : record.moves) {
    const Position next = position.play(record.rules, move);  // checks the move
    const uisge::MoveReview reviewed =
        review_move(to_engine(board, probe.analyse(position)).moves, to_engine(board, move));
    reviews.push_back({to_public(reviewed.played), to_public(reviewed.best), static_cast<MoveMark>(reviewed.mark),
                       reviewed.is_only, reviewed.plies_given_away()});
    position = next;
  }
  return reviews;
}

}  // namespace uisge::v1
