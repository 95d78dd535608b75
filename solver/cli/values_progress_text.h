// The state of a solve of values as one line. The most useful fields come first, since a terminal may cut the line:
// phase or sweep, time left, time spent, wins found in this sweep, positions per second, current traffic of the disk or
// card, memory.
//
// Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "solver/solve_values/solve_values.h"

namespace uisge::cli {

class ValuesProgressText {
 public:
  // `may_use_card`: the traffic may be between card and main memory, so the line says "moved" in place of "disk".
  explicit ValuesProgressText(bool may_use_card) : may_use_card_(may_use_card) {}

  // `now`: seconds since the solve began. `memory`: bytes in use.
  std::string line(const ValuesProgress& progress, double now, std::uint64_t memory);

 private:
  std::optional<double> seconds_left(const ValuesProgress& progress);
  std::string moved(const ValuesProgress& progress, double now);

  bool may_use_card_;
  // seconds_left() estimates the time left from the members sweep_ to last_seconds_.
  std::uint32_t sweep_ = 0;
  std::uint64_t before_ = 0;  // the number of wins of the previous sweep
  double factor_ = 0;         // a moving average of (wins of a sweep) / (wins of the previous sweep)
  double seconds_ = 0;
  double last_seconds_ = 0;
  // The last measurement: its time, the bytes moved until then, and the rates in bytes per second.
  double rate_time_ = 0;
  std::uint64_t bytes_read_ = 0;
  std::uint64_t bytes_written_ = 0;
  double read_rate_ = 0;
  double write_rate_ = 0;
};

}  // namespace uisge::cli
