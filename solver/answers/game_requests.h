// The requests of docs/api.md about whole games: reviews, and reading records.
#pragma once

#include "explorer/http_message.h"
#include "solver/answers/json.h"
#include "solver/answers/served_answers.h"
#include "solver/answers/served_refusal.h"

namespace uisge {

Answered<Json> annotated_game(ServedAnswers& answers, const explorer::HttpRequest& request);
Answered<Json> games_of_records(ServedAnswers& answers, const explorer::HttpRequest& request);

}  // namespace uisge
