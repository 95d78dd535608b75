// The sessions of the HTTP server, one per connection. A session waits for a request, reads it, has it answered, writes
// the answer, and waits for the next request.
//
// Each connection stays on one thread, and only this thread runs its session. So the session's state needs no lock. A
// lock guards the data that sessions share.
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

  // If there are too many connections, or no descriptors for another, closes the session that has been idle longest, or
  // else the active session whose state has lasted longest. Returns false if there is no such session. New sessions do
  // not close each other while older ones are stuck.
  bool make_room(bool lacks_descriptors);
  // Starts a session for the connection. Throws std::bad_alloc.
  void start(boost::asio::ip::tcp::socket socket);

 private:
  friend class HttpSession;

  const ServerOptions options_;
  RequestHandler& handler_;
  const RequestGate gate_;
  SlowLane& slow_lane_;
  std::mutex mutex_;  // guards the members below
  std::size_t connections_ = 0;
  std::list<HttpSession*> idle_;  // sessions without a request since their last answer; the longest idle comes first
  // Sessions that wait for their first request, whose request is arriving, whose answer is being sent, or whose client
  // is expected to close the connection. The one whose state has lasted longest comes first.
  std::list<HttpSession*> active_;
};

}  // namespace uisge::explorer
