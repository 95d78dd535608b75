// Decides which requests of docs/api.md take longer than a few milliseconds. The server queues such requests
// (explorer/slow_lane.h). serve_requests.cpp names one of the functions below for each request.
//
// Thread-safe.
#pragma once

#include "explorer/http_message.h"
#include "solver/answers/served_answers.h"

namespace uisge {

using IsSlow = bool (*)(const ServedAnswers& answers, const explorer::HttpRequest& request);

bool never_slow(const ServedAnswers& answers, const explorer::HttpRequest& request);
bool always_slow(const ServedAnswers& answers, const explorer::HttpRequest& request);
// A request is slow if its body is longer than 4 KiB, since it then has a long list or a long text.
bool slow_if_long(const ServedAnswers& answers, const explorer::HttpRequest& request);
// As slow_if_long(), but every request is slow if a file here is of an unfinished solve. Used for requests whose
// answers may come from several files.
bool slow_if_long_or_unfinished(const ServedAnswers& answers, const explorer::HttpRequest& request);
// Whether, under some rule set, the best file for the position's game is of an unfinished solve. A request that will be
// refused counts as not slow.
bool slow_if_unfinished_by_a_rule(const ServedAnswers& answers, const explorer::HttpRequest& request);
// Whether the answer may need the search, or comes from an unfinished solve, or the request asks for hardness computed
// more than one ply ahead. A request that will be refused counts as not slow.
bool slow_if_searched(const ServedAnswers& answers, const explorer::HttpRequest& request);

}  // namespace uisge
