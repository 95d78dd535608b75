// Measures the time since the stopwatch was made.
#pragma once

#include <chrono>

namespace uisge {

class Stopwatch {
 public:
  std::chrono::duration<double> elapsed() const { return std::chrono::steady_clock::now() - start_; }
  double seconds() const { return elapsed().count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace uisge
