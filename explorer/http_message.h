// A request to the explorer's server and the answer to it, without anything of the network.
#pragma once

#include <atomic>
#include <string>

namespace uisge::explorer {

inline const std::atomic<bool> kNeverGivenUp{false};

struct HttpRequest {
  std::string method;  // "GET"; HEAD comes as GET
  std::string path;    // as it was sent, "/api/position"
  std::string query;   // what follows the question mark, still encoded
  std::string body;
  bool accepts_gzip = false;
  const std::atomic<bool>* given_up = &kNeverGivenUp;  // set when nobody waits any longer: the answer is to end soon
};

struct HttpResponse {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::string allowed_method = {};  // with 405
  bool is_gzip = false;             // of the body; the request accepts it
};

// {"error": message}.
HttpResponse error_response(int status, const std::string& message);

}  // namespace uisge::explorer
