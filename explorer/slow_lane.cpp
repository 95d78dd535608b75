#include "explorer/slow_lane.h"

#include <algorithm>
#include <new>

namespace uisge::explorer {

bool SlowLane::add(const std::shared_ptr<SlowWork>& work) {
  const std::lock_guard lock(mutex_);
  std::size_t of_client = 0;
  std::uint64_t turn = turn_ + 1;
  for (const Place& place : places_) {
    if (place.work->client != work->client) continue;
    ++of_client;
    turn = std::max(turn, place.turn + 2);
  }
  if (is_stopped_ || places_.size() >= most_ || of_client >= (most_ + 1) / 2) return false;
  places_.push_back({work, turn});
  changed_.notify_one();
  return true;
}

bool SlowLane::give_up(const std::shared_ptr<SlowWork>& work) {
  const std::lock_guard lock(mutex_);
  if (work->has_begun()) {
    work->is_given_up = true;
    return true;
  }
  places_.remove_if([&](const Place& place) { return place.work == work; });
  return false;
}

void SlowLane::start() {
  thread_ = std::thread([this] { answer_all(); });
}

void SlowLane::stop() {
  {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
    for (const Place& place : places_) place.work->is_given_up = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void SlowLane::answer_all() {
  while (const auto work = next()) {
    try {
      work->run(*work);
    } catch (const std::bad_alloc&) {
      // Memory ran out, so this work gets no answer. The next work may need less memory.
    }
    const std::lock_guard lock(mutex_);
    places_.remove_if([&](const Place& place) { return place.work == work; });
  }
}

std::shared_ptr<SlowWork> SlowLane::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return is_stopped_ || !places_.empty(); });
  if (is_stopped_) return nullptr;
  const auto first =
      std::min_element(places_.begin(), places_.end(), [](const Place& a, const Place& b) { return a.turn < b.turn; });
  turn_ = first->turn;
  first->work->end = SlowWork::Clock::now() + time_;
  return first->work;
}

}  // namespace uisge::explorer
