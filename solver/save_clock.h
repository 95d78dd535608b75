// Tells when the next save of a long run is due.
#pragma once

#include <algorithm>

#include "solver/stopwatch.h"

namespace uisge {

// The time between two saves is at least `least_seconds`, and at least `multiple` times the time that a save takes.
// With 0 seconds a save is always due, however long a save takes.
class SaveClock {
 public:
  SaveClock(double least_seconds, double multiple, bool is_first_due = false)
      : least_(least_seconds), multiple_(multiple), wait_(is_first_due ? 0 : least_seconds) {}

  bool is_due() const { return last_.seconds() >= wait_; }
  // To be called at the end of a save that began with `watch`.
  void saved(const Stopwatch& watch) {
    if (least_ > 0) wait_ = std::max(least_, multiple_ * watch.seconds());
    last_ = Stopwatch();
  }

 private:
  double least_;
  double multiple_;
  double wait_;
  Stopwatch last_;
};

}  // namespace uisge
