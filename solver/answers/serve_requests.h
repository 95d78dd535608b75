// Answers the requests of docs/api.md, and sends the files of the web page (explorer/page).
//
// Thread-safe. Searches, answers from unfinished solves, counts over a whole file and reviews of games are slow, so the
// server answers them one at a time.
#pragma once

#include "explorer/http_server.h"
#include "solver/answers/served_answers.h"

namespace uisge {

class ServeRequests : public explorer::RequestHandler {
 public:
  // `answers` must outlive this object.
  explicit ServeRequests(ServedAnswers& answers) : answers_(answers) {}

  bool is_slow(const explorer::HttpRequest& request) const override;
  explorer::HttpResponse answer(const explorer::HttpRequest& request) override;

 private:
  ServedAnswers& answers_;
};

}  // namespace uisge
