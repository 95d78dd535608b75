// The lane of requests that take time: they are answered on a thread of its own, one after the other, the clients in
// turn. A client with many requests waits for its own, not the others for it.
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

  std::string client;  // whose it is
  std::function<void(SlowWork&)> run;
  std::atomic<bool> is_given_up{false};                          // the work polls it
  std::atomic<Clock::time_point> end{Clock::time_point::max()};  // of its time, once it has begun

  bool has_begun() const { return end.load() != Clock::time_point::max(); }
  bool is_late() const { return Clock::now() > end.load(); }
};

class SlowLane {
 public:
  // At most `most` requests wait or are answered at a time, of one client at most half of them. Each has `time` once it
  // has begun.
  SlowLane(std::size_t most, std::chrono::seconds time) : most_(most), time_(time) {}
  ~SlowLane() { stop(); }
  SlowLane(const SlowLane&) = delete;
  SlowLane& operator=(const SlowLane&) = delete;

  // False if there are too many. Throws std::bad_alloc.
  bool add(const std::shared_ptr<SlowWork>& work);
  // Tells the work to end soon if it has begun. False if it has not: it never will.
  bool give_up(const std::shared_ptr<SlowWork>& work);
  void start();
  // Gives up the work under way and waits for its end. What waits does not begin any more.
  void stop();

 private:
  struct Place {
    std::shared_ptr<SlowWork> work;
    std::uint64_t turn = 0;  // the least is next; a client's requests have one after the other
  };

  void answer_all();
  // The work whose turn it is, after waiting for one; null at the end.
  std::shared_ptr<SlowWork> next();

  const std::size_t most_;
  const std::chrono::seconds time_;
  std::mutex mutex_;  // of all that follows
  std::condition_variable changed_;
  std::list<Place> places_;  // in the order of their coming; that of the work under way among them
  std::uint64_t turn_ = 0;   // of the work begun last
  bool is_stopped_ = false;
  std::thread thread_;
};

}  // namespace uisge::explorer
