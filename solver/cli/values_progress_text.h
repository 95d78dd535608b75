// The state of a values solve as one line, the most wanted first, since a terminal may cut the rest: where it is, time
// left, time spent, what this sweep has won, how fast it goes over positions, what moves to and from the disk or the
// card at the moment, memory.
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
  // `may_use_card`: what moves need not be from and to a disk.
  explicit ValuesProgressText(bool may_use_card) : may_use_card_(may_use_card) {}

  // `now`: seconds since the solve began. `memory`: bytes in use.
  std::string line(const ValuesProgress& progress, double now, std::uint64_t memory);

 private:
  std::optional<double> seconds_left(const ValuesProgress& progress);
  std::string moved(const ValuesProgress& progress, double now);

  bool may_use_card_;
  // For the time left.
  std::uint32_t sweep_ = 0;
  std::uint64_t before_ = 0;  // won in the sweep before this one
  double factor_ = 0;         // from a sweep's number of won positions to the next one's
  double seconds_ = 0;
  double last_seconds_ = 0;
  // What had moved by then, and how fast it did before: bytes and bytes per second.
  double rate_time_ = 0;
  std::uint64_t bytes_read_ = 0;
  std::uint64_t bytes_written_ = 0;
  double read_rate_ = 0;
  double write_rate_ = 0;
};

}  // namespace uisge::cli
