// Which requests of docs/api.md take time, so that they go to the server's slow lane: a column of the table of routes.
//
// Thread-safe. Fast ones are answered within some milliseconds; errors are always fast.
#pragma once

#include "explorer/http_message.h"
#include "solver/cli/served_answers.h"

namespace uisge::cli {

using IsSlow = bool (*)(const ServedAnswers& answers, const explorer::HttpRequest& request);

bool never_slow(const ServedAnswers& answers, const explorer::HttpRequest& request);
bool always_slow(const ServedAnswers& answers, const explorer::HttpRequest& request);
// A list of positions that is long.
bool slow_if_long(const ServedAnswers& answers, const explorer::HttpRequest& request);
// A position that no file holds, or of which more is asked than a look into the file tells.
bool slow_if_searched(const ServedAnswers& answers, const explorer::HttpRequest& request);

}  // namespace uisge::cli
