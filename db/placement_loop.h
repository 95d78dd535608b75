// The loop over a file's placements, as searches, exports and comparisons of whole files do it: on the workers that the
// caller provides, with one way to report progress, to stop, and to bring an error home.
//
// Workers take placements in ascending order, but finish them in any. Who needs the order of the file gathers what
// workers find, batch by batch, and hands it on in between: run_in_order. An exception that a body
// throws is passed on as Parallel::for_each passes it on. One thread at a time calls run and run_in_order.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

#include "core/error.h"
#include "db/parallel.h"

namespace uisge {

// Placements that are done, and all of them.
using PlacementProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

class PlacementLoop {
 public:
  // `progress` is called after every placement, from any thread; it may be empty. `cancel` may be null; once it is set,
  // no placement begins.
  PlacementLoop(std::size_t total, const Parallel& parallel, PlacementProgress progress = {},
                const std::atomic<bool>* cancel = nullptr)
      : total_(total), parallel_(parallel), progress_(std::move(progress)), cancel_(cancel) {}

  // What is done with a placement. It returns whether the loop goes on, or an error. After false or an error no further
  // placement begins; those that have begun are finished.
  using Body = std::function<Result<bool>(std::size_t worker, std::size_t placement)>;
  // Calls the body for all placements. False if a body returned false, or if `cancel` was set before the loop ended,
  // even when nothing was left to do. Errors: the first that a body returned.
  Result<bool> run(const Body& body) { return run(0, total_, body); }

  // The placements from `first` to before `end`, whose bodies are done.
  using HandOn = std::function<Result<bool>(std::size_t first, std::size_t end)>;
  // The same for `at_once` placements at a time, and after each such batch hand_on from the calling thread, which says
  // whether to go on as well. Batches begin at multiples of `at_once`, so placement % at_once is a place in one.
  // REQUIRES: at_once > 0.
  Result<bool> run_in_order(std::size_t at_once, const Body& body, const HandOn& hand_on);

 private:
  Result<bool> run(std::size_t first, std::size_t end, const Body& body);
  bool is_cancelled() const { return cancel_ != nullptr && cancel_->load(std::memory_order_relaxed); }

  std::size_t total_;
  const Parallel& parallel_;
  PlacementProgress progress_;
  const std::atomic<bool>* cancel_;
  std::atomic<std::uint64_t> done_{0};
};

}  // namespace uisge
