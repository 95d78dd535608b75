// The lane for requests that take long. A single thread answers them one after the other. Clients take turns, so a
// client with many requests delays only itself.
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

  std::string client;  // the client that sent the request
  std::function<void(SlowWork&)> run;
  std::atomic<bool> is_given_up{false};                          // the work polls it, and ends soon when it is set
  std::atomic<Clock::time_point> end{Clock::time_point::max()};  // the deadline, set when the work begins

  bool has_begun() const { return end.load() != Clock::time_point::max(); }
  bool is_late() const { return Clock::now() > end.load(); }
};

class SlowLane {
 public:
  // At most `most` requests are in the lane at a time, waiting or under way. At most half of `most`, rounded up, are
  // from one client. Each request may take `time` once it has begun.
  SlowLane(std::size_t most, std::chrono::seconds time) : most_(most), time_(time) {}
  ~SlowLane() { stop(); }
  SlowLane(const SlowLane&) = delete;
  SlowLane& operator=(const SlowLane&) = delete;

  // Returns false if the lane is full, or has as much work of this client as it takes. Throws std::bad_alloc.
  bool add(const std::shared_ptr<SlowWork>& work);
  // If the work has begun, tells it to end soon and returns true. Otherwise the work will never begin, and the result
  // is false.
  bool give_up(const std::shared_ptr<SlowWork>& work);
  void start();
  // Gives up the work under way and waits for its end. Waiting work never begins.
  void stop();

 private:
  struct Place {
    std::shared_ptr<SlowWork> work;
    std::uint64_t turn = 0;  // the least turn is next; a client's requests have consecutive turns
  };

  void answer_all();
  // Waits until there is work, and returns the request whose turn it is; null after stop().
  std::shared_ptr<SlowWork> next();

  const std::size_t most_;
  const std::chrono::seconds time_;
  std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  std::list<Place> places_;  // in order of arrival; the work under way is among them
  std::uint64_t turn_ = 0;   // the turn of the work that was begun last
  bool is_stopped_ = false;
  std::thread thread_;
};

}  // namespace uisge::explorer
