// Judgements of moves in words, for `uisge play`, `uisge annotate` and game records.
#pragma once

#include <string>
#include <string_view>

#include "core/board.h"
#include "solver/search/move_review.h"

namespace uisge {

// "wins in 37", "draws", "loses" without a distance, "nothing forced within 12 plies"
std::string worth_in_words(Verdict verdict);

// The mark of the move: "??", "?!", "!", or nothing.
std::string_view mark_text(const MoveReview& review);

// The judgement in words, such as "draws; e2c2 wins in 5", "wins in 5; no other move does" or "wins in 5".
std::string judgement_text(const Board& board, const MoveReview& review);

// The move's mark and judgement, such as "?? draws; e2c2 wins in 5"; empty if the move has no mark.
std::string remark_text(const Board& board, const MoveReview& review);

}  // namespace uisge
