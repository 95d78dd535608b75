// The connections of the HTTP server, each with a session. A session waits for a request, reads it, has it answered,
// writes the answer, and waits for the next request.
//
// A session runs only on the thread of its socket, so its own state needs no lock. A lock guards what sessions share:
// their number, the list of idle sessions and the list of reading sessions. When a new connection needs a place, a
// session from one of these lists is closed (make_room).
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <cstddef>
#include <list>
#include <mutex>

#include "explorer/http_server.h"
#include "explorer/request_gate.h"
#include "explorer/slow_lane.h"

namespace uisge::explorer {

class HttpSession;

class HttpSessions {
 public:
  // The handler, the slow lane and this object must outlive the sessions.
  HttpSessions(const ServerOptions& options, RequestHandler& handler, bool is_loopback, SlowLane& slow_lane);

  // If there are too many connections, closes the session that has been idle longest. If none is idle, closes the
  // session that has been reading its request longest. False if all connections are being answered.
  bool make_room();
  // Throws std::bad_alloc.
  void start(boost::asio::ip::tcp::socket socket);

 private:
  friend class HttpSession;

  const ServerOptions options_;
  RequestHandler& handler_;
  const RequestGate gate_;
  SlowLane& slow_lane_;
  std::mutex mutex_;  // guards the members below
  std::size_t connections_ = 0;
  std::list<HttpSession*> idle_;     // the longest idle first
  std::list<HttpSession*> reading_;  // sessions whose request has begun to arrive; the longest first
};

}  // namespace uisge::explorer
