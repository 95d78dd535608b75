// A queue of slow requests, which one thread answers one after the other. Clients take turns, so a client with many
// requests delays mostly itself. A client has at most one request of each turn, and a new request gets a turn after
// `turn_`, so a request with the turn `turn_ + n` waits for at most n + 1 requests of each other client.
//
// Thread-safe.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace uisge::explorer {

struct SlowWork {
  using Clock = std::chrono::steady_clock;

  std::string client;                                            // which client sent the request (client_of())
  std::function<void(SlowWork&)> run;                            // answers the request
  std::atomic<bool> is_given_up{false};                          // run() polls it, and ends soon after it is set
  std::atomic<Clock::time_point> end{Clock::time_point::max()};  // the deadline, set before run() is called

  bool has_begun() const { return end.load() != Clock::time_point::max(); }
  bool is_late() const { return Clock::now() > end.load(); }
};

class SlowLane {
 public:
  // At most `most` requests are in the lane at a time, waiting or under way. At most half of `most`, rounded up, are
  // from one client. run() may take `time` for each request.
  SlowLane(std::size_t most, std::chrono::seconds time) : most_(most), time_(time) {}
  ~SlowLane() { stop(); }
  SlowLane(const SlowLane&) = delete;
  SlowLane& operator=(const SlowLane&) = delete;

  // Appends the work to the queue. Returns false if the queue is full, or has too many requests of the client that sent
  // the work. Throws std::bad_alloc.
  bool add(const std::shared_ptr<SlowWork>& work);
  // If the work has begun, tells it to end soon and returns true. Otherwise removes the work from the lane and returns
  // false.
  bool give_up(const std::shared_ptr<SlowWork>& work);
  void start();
  // Tells the work under way to end soon, and waits for its end. Work that is still waiting never begins.
  void stop();

 private:
  struct Place {
    std::shared_ptr<SlowWork> work;
    // The least turn comes first, and of equal turns the first that arrived. The turns of a client's requests are at
    // least two apart, so that the first request of another client can come between them.
    std::uint64_t turn = 0;
  };

  void answer_all();
  // Waits until there is work, and returns the request whose turn it is; null after stop().
  std::shared_ptr<SlowWork> next();

  const std::size_t most_;
  const std::chrono::seconds time_;
  std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  std::list<Place> places_;  // in order of arrival; includes the work under way
  std::uint64_t turn_ = 0;   // Place::turn of the work that has begun most recently
  bool is_stopped_ = false;
  std::thread thread_;
};

}  // namespace uisge::explorer
