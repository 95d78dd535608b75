// The answer about a position, from a file, the search, or both: verdict, ranked moves and best line.
//
// Not thread-safe, since files and the search are not.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/position.h"
#include "db/answerer.h"
#include "solver/answers/answer_file.h"
#include "solver/answers/json.h"
#include "solver/search/search_fallback.h"

namespace uisge {

struct PositionAnswer {
  Position position;
  Analysis analysis;
  std::vector<Move> line;
  // The name of the file that answered; empty if the search, the book or the table of known starts answered.
  std::string file;
  bool is_of_proof = false;           // whether the file is a proof
  std::optional<int> searched_plies;  // if the search took part: its limit of plies
  std::optional<int> hardness_plies;  // if the drawing moves are ranked: AnswerParts::hardness_plies
  bool is_of_book = false;            // whether the compiled-in opening book answered
  bool has_moves_of_file = false;     // whether the search answered, and a file decided some of the moves

  bool is_of_search() const { return file.empty() && searched_plies.has_value(); }
};

// The sources of an answer. If both are given, the file answers first; the search adds the distances that a values
// database lacks and the moves that a list of noted positions leaves open, and answers about positions that a proof or
// such a list leaves open, with what the file knows of their moves. REQUIRES: `file` or `search` is not null, and the
// search has the same rules as the file.
struct Answerers {
  AnswerFile* file = nullptr;
  SearchFallback* search = nullptr;
};

struct AnswerParts {
  bool with_line = true;
  // 1, 3, 5 or 7: ranks the drawing moves of a drawn position by their hardness within this many plies. 0: does not
  // rank them.
  int hardness_plies = 0;
  const std::atomic<bool>* cancel = nullptr;  // stops the ranking with kInterrupted; may be null
};

// Errors: those of the file and of the search; interrupted.
Result<PositionAnswer> answer_position(const Position& position, Answerers answerers, AnswerParts parts);

// Ranks the drawing moves of a drawn position, if `parts` asks for that. answer_position() does so with the file's own
// probe. REQUIRES: the answer is that of a file that is not partial; `probe` reads this file. Errors: those of
// add_hardness (db/move_hardness.h).
Result<void> rank_draws(PositionAnswer& answer, Probe& probe, AnswerParts parts);

// Adds what the search finds to the answer of a file that leaves something open. `is_partial`: the file is a proof or a
// list of noted positions; if such a file leaves the value open, the answer counts as the search's. Errors: those of
// SearchFallback::complete().
Result<void> add_search(PositionAnswer& answer, SearchFallback& search, AnswerParts parts, bool is_partial);

// The answer in words, such as "White to move wins in 37 plies" or "White to move wins within 37 plies, proved".
// REQUIRES: the game is not over.
std::string answer_in_words(const PositionAnswer& answer);

// The answer if the game is over, or if the table of known starts (core/known_start.h) has the position. The answer
// for a known start has no verdicts; value_json() adds what the table of known starts says. Returns std::nullopt for
// other positions.
std::optional<PositionAnswer> table_answer(const Position& position, RuleSet rules);

// The answer of the compiled-in opening book (solver/search/opening_tree.h); std::nullopt if the book lacks the
// position. The book has no verdicts for moves from positions of its last ply.
std::optional<PositionAnswer> book_answer(const Position& position, RuleSet rules);

// Returns the JSON of the value, its distance or bound, and the source of the answer. Adds what the table of known
// starts says about the position, whichever source answered.
Json value_json(RuleSet rules, const PositionAnswer& answer);

// If the table of known starts has a best move for the position, and the answer has no distance and leaves that move
// undecided, puts the move first, with the table's value. Returns whether the answer changed.
bool put_known_move_first(PositionAnswer& answer, RuleSet rules);

Json answer_json(RuleSet rules, PositionAnswer answer, bool with_line);

std::string answer_picture(RuleSet rules, PositionAnswer answer);

}  // namespace uisge
