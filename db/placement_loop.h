// A parallel loop over the placements (or other numbered parts) of a file, on workers that the caller provides. The
// loop reports progress and can be stopped. The loop's result does not depend on the order in which workers finish.
//
// Workers take placements in ascending order, but finish them in any order; run_in_order serves callers that need the
// order of the file. An exception of a body reaches the caller through Parallel::for_each. Only one thread at a time
// may call run or run_in_order.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

#include "core/error.h"
#include "db/parallel.h"

namespace uisge {

// Called with the number of placements that are done, and with the number of all placements.
using PlacementProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

class PlacementLoop {
 public:
  // After every placement `progress` is called, from any thread; `progress` may be empty. Once `cancel` is set, no
  // further placement begins; `cancel` may be null.
  PlacementLoop(std::size_t total, const Parallel& parallel, PlacementProgress progress = {},
                const std::atomic<bool>* cancel = nullptr)
      : total_(total), parallel_(parallel), progress_(std::move(progress)), cancel_(cancel) {}

  // The work on one placement. Returns true to go on, false to end the loop, or an error. If it returns false or an
  // error, no placement with a higher number begins, but all with lower numbers are still completed.
  using Body = std::function<Result<bool>(std::size_t worker, std::size_t placement)>;
  // Calls the body for all placements, several at a time. If several calls return false or an error, the call for the
  // placement with the lowest number gives the result. The result is also false if `cancel` was set before the loop
  // ended, even when nothing was left to do.
  Result<bool> run(const Body& body) { return run(0, total_, body); }

  // Called when the placements from `first` to `end` - 1 are done. Returns true to go on, false to end the loop, or an
  // error.
  using HandOn = std::function<Result<bool>(std::size_t first, std::size_t end)>;
  // Runs the loop in batches of `at_once` placements, and calls hand_on after each batch from the calling thread.
  // Batches begin at multiples of `at_once`, so placement % at_once is a placement's place in its batch. REQUIRES:
  // at_once > 0.
  Result<bool> run_in_order(std::size_t at_once, const Body& body, const HandOn& hand_on);

 private:
  Result<bool> run(std::size_t first, std::size_t end, const Body& body);

  std::size_t total_;
  const Parallel& parallel_;
  PlacementProgress progress_;
  const std::atomic<bool>* cancel_;
  std::atomic<std::uint64_t> done_{0};
};

}  // namespace uisge
