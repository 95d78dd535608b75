// Measures the time of undisturbed work: the least time of several runs.
#pragma once

#include <algorithm>
#include <chrono>

namespace uisge {

// Runs `work()` until `budget` seconds are over, at least twice, and returns the seconds of the fastest run. On a busy
// machine the fastest run varies less than the mean.
template <class Work>
double least_seconds(double budget, Work&& work) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const auto since = [](Clock::time_point from) { return std::chrono::duration<double>(Clock::now() - from).count(); };
  double least = budget + 1e9;
  for (int runs = 0; runs < 2 || since(start) < budget; ++runs) {
    const auto begin = Clock::now();
    work();
    least = std::min(least, since(begin));
  }
  return least;
}

}  // namespace uisge
