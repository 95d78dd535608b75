// The functions that answer the larger requests of docs/api.md. serve_requests.cpp has the table of all routes, and
// answers the other requests.
#pragma once

#include "explorer/http_message.h"
#include "solver/answers/json.h"
#include "solver/answers/served_answers.h"
#include "solver/answers/served_refusal.h"

namespace uisge {

// Answers with reviews of whole games, and with the games of records.
Answered<Json> annotated_game(ServedAnswers& answers, const explorer::HttpRequest& request);
Answered<Json> games_of_records(ServedAnswers& answers, const explorer::HttpRequest& request);

// Moves of a position with their verdicts, from the opening book that is compiled in.
Answered<Json> openings(ServedAnswers& answers, const explorer::HttpRequest& request);
// The member `openings` of /api/files: the game, the plies that the book covers, and how far the book looks ahead.
Json openings_offer();

// Says why a move is not possible, or why a piece has no move. The parameter `move` is a move, such as "d2d4", or the
// square of a piece, such as "d2".
Answered<Json> reason_against(ServedAnswers& answers, const explorer::HttpRequest& request);

// These need a whole file. For a database, the first request for statistics reads the whole file for the counts that
// the header lacks, and keeps them.
Answered<Json> statistics(ServedAnswers& answers, const explorer::HttpRequest& request);
Answered<Json> puzzles(ServedAnswers& answers, const explorer::HttpRequest& request);

}  // namespace uisge
