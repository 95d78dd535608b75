// The connections of the HTTP server, each with a session: it waits for a request, reads it, has it answered, writes
// the answer, and waits for the next.
//
// A session runs on the thread of its socket alone, so nothing of it needs a lock. What all sessions share does: how
// many there are, and which are idle, so that the one that has been idle longest can be closed for a new connection.
#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstddef>
#include <list>
#include <mutex>

#include "explorer/http_server.h"

namespace uisge::explorer {

class HttpSession;

class HttpSessions {
 public:
  // The handler must outlive the sessions, and this object too. A server on a loopback address refuses requests to
  // names of other hosts.
  HttpSessions(const ServerOptions& options, RequestHandler& handler, bool is_loopback);

  // Closes the session that has been idle longest if there are too many. False if there are, and all are at work.
  bool make_room();
  // Requests that take time are answered by whoever runs `slow_lane`. Throws std::bad_alloc.
  void start(boost::asio::ip::tcp::socket socket, boost::asio::io_context& slow_lane);

 private:
  friend class HttpSession;

  const ServerOptions options_;
  RequestHandler& handler_;
  const bool is_loopback_;
  std::atomic<std::size_t> slow_waiting_{0};
  std::mutex mutex_;
  std::size_t connections_ = 0;   // under the mutex
  std::list<HttpSession*> idle_;  // under the mutex; the longest idle first
};

}  // namespace uisge::explorer
