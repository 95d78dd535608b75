// Judgements of moves in words, for `uisge play`, `uisge annotate` and game records.
#pragma once

#include <string>
#include <string_view>

#include "core/board.h"
#include "solver/search/move_review.h"

namespace uisge {

// The verdict in words: "wins in 37", "draws", "nothing forced within 12 plies", or "loses" if no distance is known.
std::string worth_in_words(Verdict verdict);

// "??" for a mistake, "?!" for a slow move, "!" for the only move that keeps the value, otherwise nothing.
std::string_view mark_text(const MoveReview& review);

// The judgement of the move in words, with the best move if that one is better or may be: "draws; e2c2 wins in 5",
// "wins in 5; no other move does" or "wins in 5".
std::string judgement_text(const Board& board, const MoveReview& review);

// Mark and judgement, such as "?? draws; e2c2 wins in 5"; empty if the move has no mark.
std::string remark_text(const Board& board, const MoveReview& review);

// A comment without the remarks of earlier reviews. Anything else that stands between the semicolons of the comment is
// kept, since a person may have written it.
std::string without_remarks(std::string_view comment);

}  // namespace uisge
