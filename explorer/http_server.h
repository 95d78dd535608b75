// The explorer's HTTP server: HTTP/1.1 with persistent connections, on one address.
//
// A few threads answer requests. Slow requests are answered one after the other on a further thread (slow_lane.h), so
// that fast requests never wait for a search. A slow request is given up when its client has left or its time is over.
// Memory is bounded by limits for connections, for the length of a request, and for waiting slow requests. When there
// are too many connections, or no file descriptors for another, the server closes the one that has been idle longest
// since its last answer, else the one that has waited longest: for its first request, for the rest of a request, for
// its answer to be read, or for its client to close it.
//
// Thousands of open connections need asynchronous reading, so the server uses Boost.Beast. Beast consists of headers
// and adds no library to the program.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/error.h"
#include "explorer/http_message.h"

namespace uisge::explorer {

class RequestHandler {
 public:
  virtual ~RequestHandler() = default;
  // Whether answering the request may take more than a few milliseconds. Both is_slow() and answer() may be called on
  // any thread.
  virtual bool is_slow(const HttpRequest& request) const = 0;
  // A request for which is_slow() is true has a flag `given_up`. The server sets it when nobody waits for the answer
  // any longer, or when the server ends. An exception becomes an answer with status 500, or 503 for std::bad_alloc.
  virtual HttpResponse answer(const HttpRequest& request) = 0;
};

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;  // 0: any free port
  std::size_t threads = 1;
  std::vector<std::string> allow_origins = {};  // whose pages may send requests, besides the server's own; "*": all
  std::vector<std::string> allow_hosts = {};    // names of this server besides localhost and its address; in lower case
  // These texts end the error messages about a host or an origin that is not allowed, and name the setting that helps:
  // "; --allow-host NAME adds one".
  std::string host_advice = {};
  std::string origin_advice = {};
  // Limits. A request must arrive within `request_seconds`, a connection without a request is kept for `idle_seconds`,
  // and the work for a slow request may take `slow_seconds`.
  std::size_t max_connections = 2000;
  std::size_t max_slow_waiting = 16;  // requests, including the running one; at most half are from one client
  std::size_t max_body_bytes = std::size_t{1} << 20;
  int request_seconds = 10;
  int idle_seconds = 60;
  int slow_seconds = 60;
  double seconds = 0;  // the server ends by itself after this time; 0: never
};

class HttpServer {
 public:
  // Binds the port. The handler must outlive the server. Errors: usage (options.address is no address), resource (the
  // port is taken).
  static Result<std::unique_ptr<HttpServer>> listen(const ServerOptions& options, RequestHandler& handler);
  virtual ~HttpServer() = default;

  // "http://127.0.0.1:8642/"
  virtual std::string url() const = 0;
  // Serves until `stop` is set or ServerOptions::seconds are over; polls `stop` twenty times a second. Then tells slow
  // requests to give up, and waits for all running requests. Call it once.
  virtual void run(const std::atomic<bool>& stop) = 0;
};

}  // namespace uisge::explorer
