// A request to the explorer's HTTP server and the answer, independent of the network library.
#pragma once

#include <atomic>
#include <string>

namespace uisge::explorer {

inline const std::atomic<bool> kNeverGivenUp{false};

struct HttpRequest {
  std::string method = {};  // "GET"; HEAD requests come as GET
  std::string path = {};    // as it was sent: "/api/position"
  std::string query = {};   // the part of the address after the question mark, still encoded
  std::string body = {};
  bool accepts_gzip = false;
  // Set when nobody waits for the answer any longer; the work should then end soon.
  const std::atomic<bool>* given_up = &kNeverGivenUp;
};

struct HttpResponse {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::string allowed_method = {};  // the value of the Allow header, for status 405
  bool is_gzip = false;             // whether the body is compressed; REQUIRES: the request accepts that
};

// A response with the body {"error": message}.
HttpResponse error_response(int status, const std::string& message);

}  // namespace uisge::explorer
