// The requests of docs/api.md about the opening book that is compiled in.
#pragma once

#include "explorer/http_message.h"
#include "solver/answers/json.h"
#include "solver/answers/served_answers.h"
#include "solver/answers/served_refusal.h"

namespace uisge {

// The member `openings` of /api/files: the game, the plies that the book covers, and how far the book looks ahead.
Json openings_offer();
Answered<Json> openings(ServedAnswers& answers, const explorer::HttpRequest& request);

}  // namespace uisge
