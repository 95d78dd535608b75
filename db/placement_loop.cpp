#include "db/placement_loop.h"

#include <algorithm>
#include <mutex>
#include <optional>

namespace uisge {

Result<bool> PlacementLoop::run(std::size_t first, std::size_t end, const Body& body) {
  std::atomic<bool> has_ended{false};
  std::mutex mutex;
  std::optional<Error> error;
  parallel_.for_each(end - first, [&](std::size_t worker, std::size_t i) {
    if (has_ended.load(std::memory_order_relaxed) || is_cancelled()) return;
    const auto goes_on = body(worker, first + i);
    if (goes_on && *goes_on) {
      const std::uint64_t done = ++done_;
      if (progress_) progress_(done, total_);
      return;
    }
    has_ended = true;
    if (goes_on) return;
    const std::lock_guard lock(mutex);
    if (!error) error = goes_on.error();
  });
  if (error) return tl::unexpected(*error);
  return !has_ended && !is_cancelled();
}

Result<bool> PlacementLoop::run_in_order(std::size_t at_once, const Body& body, const HandOn& hand_on) {
  for (std::size_t first = 0; first < total_; first += at_once) {
    const std::size_t end = std::min(total_, first + at_once);
    auto goes_on = run(first, end, body);
    if (goes_on && *goes_on) goes_on = hand_on(first, end);
    if (!goes_on || !*goes_on) return goes_on;
  }
  return true;
}

}  // namespace uisge
