// Decides which requests of docs/api.md take long and go to the server's slow lane. The table of routes names one of
// the functions below for each route.
//
// Thread-safe. Fast requests are answered within some milliseconds. A request that will be refused counts as fast.
#pragma once

#include "explorer/http_message.h"
#include "solver/answers/served_answers.h"

namespace uisge {

using IsSlow = bool (*)(const ServedAnswers& answers, const explorer::HttpRequest& request);

bool never_slow(const ServedAnswers& answers, const explorer::HttpRequest& request);
bool always_slow(const ServedAnswers& answers, const explorer::HttpRequest& request);
// A request is slow if it has a long list of positions.
bool slow_if_long(const ServedAnswers& answers, const explorer::HttpRequest& request);
// Slow if no file holds the position, or if the question needs more than a look-up in the file.
bool slow_if_searched(const ServedAnswers& answers, const explorer::HttpRequest& request);

}  // namespace uisge
