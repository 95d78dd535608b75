// Ctrl-C and SIGTERM as a flag that long work polls.
//
// While a StopSignals lives, the first SIGINT or SIGTERM sets the flag and a second one ends the program at once with
// 130 or 143. Commands without one keep the system's behaviour: the first signal ends them. System calls are
// restarted, so that writing files is not disturbed. One at a time, made and destroyed by the main thread; the flag
// may be read by any thread.
#pragma once

#include <csignal>

#include <atomic>

namespace uisge::cli {

class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  const std::atomic<bool>& requested() const;

 private:
  struct sigaction old_interrupt_;
  struct sigaction old_terminate_;
};

// 130 or 143, by the signal that came; 130 when none did.
int stopped_exit_code();

}  // namespace uisge::cli
