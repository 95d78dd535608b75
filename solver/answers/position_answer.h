// The answer about a position, from a file, the search, or both: verdict, ranked moves and best line.
//
// `query` and `serve` use it. Not thread-safe, since file and search are not.
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
  // the file that answered; empty if the search or the table of known starts answered
  std::string file;
  std::optional<BoundedAnalysis> proved;  // set if the file is a proof: the analysis with its bounds
  std::optional<int> searched_plies;      // set if the search took part
  std::optional<int> hardness_plies;      // set if the drawing moves are ranked
  bool is_of_book = false;                // the answer comes from the opening book that is compiled in

  bool is_of_search() const { return file.empty() && searched_plies.has_value(); }
};

// The sources of the answer. Without a file the search answers. If both are given, the search adds the distances that a
// values database lacks, and answers about positions that a proof does not cover. REQUIRES: `file` or `search` is not
// null, and the search has the same rules as the file.
struct Answerers {
  AnswerFile* file = nullptr;
  SearchFallback* search = nullptr;

  // The source to ask first.
  Answerer& first() const { return file != nullptr ? file->answerer() : *search; }
};

struct AnswerParts {
  bool with_line = true;
  int hardness_plies = 0;                     // 1, 3, 5 or 7: drawing moves of a drawn position are ranked by it
  const std::atomic<bool>* cancel = nullptr;  // ends the ranking of draws with kInterrupted; may be null
};

// Errors: those of the answerers.
Result<PositionAnswer> answer_position(const Position& position, Answerers answerers, AnswerParts parts);

// The answer in words, such as "White to move wins in 37 plies" or "White to move wins within 37 plies, proved".
// REQUIRES: the game is not over.
std::string answer_in_words(const PositionAnswer& answer);

// What is known without a file: the end of a game that is over, or the answer of the table of known starts
// (core/known_start.h), which leaves all moves undecided. std::nullopt for other positions.
std::optional<PositionAnswer> table_answer(const Position& position, RuleSet rules);

// The answer that the compiled-in opening book (solver/search/opening_tree.h) gives without files or search. For
// positions of the book's last ply all moves are undecided. Nothing unless the book has the position.
std::optional<PositionAnswer> book_answer(const Position& position, RuleSet rules);

// The value, its distance or bound, and the source of the answer. If the table of known starts has the position, the
// table's facts are added, whichever source answers.
Json value_json(RuleSet rules, const PositionAnswer& answer);

// If the answer leaves a move undecided for which the table of known starts has a value, puts this move first, with
// that value. Returns false if the answer has not been changed.
bool put_known_move_first(PositionAnswer& answer, RuleSet rules);

Json answer_json(RuleSet rules, PositionAnswer answer, bool with_line);

std::string answer_picture(RuleSet rules, const PositionAnswer& answer);

}  // namespace uisge
