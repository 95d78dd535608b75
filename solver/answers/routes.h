// Functions that answer requests of docs/api.md. serve_requests.cpp has the table of all requests, and the functions
// that are not declared here.
#pragma once

#include "explorer/http_message.h"
#include "solver/answers/json.h"
#include "solver/answers/served_answers.h"
#include "solver/answers/served_refusal.h"

namespace uisge {

// annotated_game() reviews a whole game; games_of_records() reads the games in a text of game records.
Answered<Json> annotated_game(ServedAnswers& answers, const explorer::HttpRequest& request);
Answered<Json> games_of_records(ServedAnswers& answers, const explorer::HttpRequest& request);

// Answers with the moves of a position and their verdicts, from the compiled-in opening book.
Answered<Json> openings(ServedAnswers& answers, const explorer::HttpRequest& request);
// Returns the member `openings` of /api/files: the opening book's board, pieces and rules, how many plies from the
// start it covers, and how many plies its search looked ahead (BookIdentity).
Json openings_offer();

// Says why a move is illegal, or why a piece has no move. The request's parameter `move` is a move, such as "d2d4", or
// the square of a piece, such as "d2".
Answered<Json> reason_against(ServedAnswers& answers, const explorer::HttpRequest& request);

// Statistics and puzzles of a file. The first request for the statistics of a database reads the whole file, and keeps
// the counts.
Answered<Json> statistics(ServedAnswers& answers, const explorer::HttpRequest& request);
Answered<Json> puzzles(ServedAnswers& answers, const explorer::HttpRequest& request);
// Whether the request is right. A wrong request is refused at once, and all others are slow.
bool asks_for_statistics(const ServedAnswers& answers, const explorer::HttpRequest& request);
bool asks_for_puzzles(const ServedAnswers& answers, const explorer::HttpRequest& request);

}  // namespace uisge
