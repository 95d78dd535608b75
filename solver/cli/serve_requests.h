// The requests of docs/api.md, and the files of the page.
//
// Thread-safe. Positions that a file holds are answered at once; what needs a search, a count over a whole file or a
// whole game is slow, and the server answers such requests one at a time.
#pragma once

#include <random>

#include "explorer/http_server.h"
#include "solver/cli/served_answers.h"

namespace uisge::cli {

class ServeRequests : public explorer::RequestHandler {
 public:
  // The answers must outlive it.
  explicit ServeRequests(ServedAnswers& answers) : answers_(answers) {}

  bool is_slow(const explorer::HttpRequest& request) const override;
  explorer::HttpResponse answer(const explorer::HttpRequest& request) override;

 private:
  ServedAnswers& answers_;
};

}  // namespace uisge::cli
