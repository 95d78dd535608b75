// The explorer's HTTP server: HTTP/1.1 with connections that are kept, on one address.
//
// Requests are answered on a few threads; those of the slow lane one after the other on a thread of their own, so that
// a search keeps nobody else waiting. Such work is given up when its client has left or its time is over. Memory is
// bounded: connections, the length of a request, and slow requests that wait are limited. When there are too many
// connections, the one that has been idle longest is closed for a new one, or else the one whose request has been
// arriving longest.
//
// With Boost.Beast, since thousands of connections may be open at a time, which takes asynchronous reading, and since
// it adds no library to the program.
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
  // Whether the request may take more than some milliseconds. Called on any thread, as answer() is.
  virtual bool is_slow(const HttpRequest& request) const = 0;
  // A slow request's flag `given_up` is set when the answer is not wanted any more, and at the server's end. What is
  // thrown becomes an answer with status 500, or 503 if memory is short.
  virtual HttpResponse answer(const HttpRequest& request) = 0;
};

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;  // 0: any that is free
  std::size_t threads = 1;
  std::vector<std::string> allow_origins;  // whose pages may ask besides the server's own; "*": all
  std::vector<std::string>
      allow_hosts;  // names that are the server's, besides localhost and its address; small letters
  // The end of a refusal: which setting would let the host or origin in, "; --allow-host NAME adds one".
  std::string host_advice;
  std::string origin_advice;
  // Bounds. A request takes `request_seconds` at most to arrive, a connection without one is kept for `idle_seconds`,
  // and an answer of the slow lane may take `slow_seconds`.
  std::size_t max_connections = 2000;
  std::size_t max_slow_waiting = 16;  // half of them from one address
  std::size_t max_body_bytes = std::size_t{1} << 20;
  int request_seconds = 10;
  int idle_seconds = 60;
  int slow_seconds = 60;
  double seconds = 0;  // the server ends by itself after this time; 0: it does not
};

class HttpServer {
 public:
  // Takes the port. The handler must outlive the server. Errors: the text is not an address, or the port is taken.
  static Result<std::unique_ptr<HttpServer>> listen(const ServerOptions& options, RequestHandler& handler);
  virtual ~HttpServer() = default;

  // "http://127.0.0.1:8642/"
  virtual std::string url() const = 0;
  // Serves until `stop` is set, which is looked at twenty times a second. Then requests that are being answered are
  // given up, and waited for. To be called once.
  virtual void run(const std::atomic<bool>& stop) = 0;
};

}  // namespace uisge::explorer
