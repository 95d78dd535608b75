#include "db/placement_loop.h"

#include <algorithm>
#include <mutex>
#include <optional>

namespace uisge {

Result<bool> PlacementLoop::run(std::size_t first, std::size_t end, const Body& body) {
  std::atomic<std::size_t> last = SIZE_MAX;  // the lowest placement for which `body` failed or returned false
  std::mutex mutex;
  std::optional<Error> error;  // the error of placement `last`
  parallel_.for_each(end - first, [&](std::size_t worker, std::size_t i) {
    const std::size_t placement = first + i;
    if (placement > last.load(std::memory_order_relaxed) || wants_stop(cancel_)) return;
    const auto goes_on = body(worker, placement);
    if (goes_on && *goes_on) {
      const std::uint64_t done = ++done_;
      if (progress_) progress_(done, total_);
      return;
    }
    const std::lock_guard lock(mutex);
    if (placement > last) return;
    last = placement;
    error = goes_on ? std::nullopt : std::optional(goes_on.error());
  });
  if (error) return tl::unexpected(*error);
  return last == SIZE_MAX && !wants_stop(cancel_);
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
