// The connections of the HTTP server, each with a session: it waits for a request, reads it, has it answered, writes
// the answer, and waits for the next.
//
// A session runs on the thread of its socket alone, so nothing of it needs a lock. What all sessions share does: how
// many there are, which are idle and which read a request, so that the one of them that has done so longest can be
// closed for a new connection.
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
  // The handler must outlive the sessions, and this object and the lane for requests that take time too.
  HttpSessions(const ServerOptions& options, RequestHandler& handler, bool is_loopback, SlowLane& slow_lane);

  // If there are too many, closes the one that has been idle longest, or else the one that has read longest. False if
  // there are, and all are being answered.
  bool make_room();
  // Throws std::bad_alloc.
  void start(boost::asio::ip::tcp::socket socket);

 private:
  friend class HttpSession;

  const ServerOptions options_;
  RequestHandler& handler_;
  const RequestGate gate_;
  SlowLane& slow_lane_;
  std::mutex mutex_;  // of all that follows
  std::size_t connections_ = 0;
  std::list<HttpSession*> idle_;     // the longest idle first
  std::list<HttpSession*> reading_;  // a request that has begun to arrive; the longest first
};

}  // namespace uisge::explorer
