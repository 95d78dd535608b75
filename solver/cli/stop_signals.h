// Ctrl-C, SIGTERM and SIGHUP (a terminal that is closed) as a flag that long work polls.
//
// While a StopSignals lives, the first of them sets the flag and a second one ends the program at once with 130, 143 or
// 129. SIGHUP stays ignored where it is, which is what `nohup` does. Commands without one keep the system's behaviour:
// the first signal ends them. System calls are restarted, so that writing files is not disturbed. One at a time, made
// and destroyed by the main thread; the flag may be read by any thread.
#pragma once

#include <csignal>

#include <array>
#include <atomic>

#include "solver/solve/solve_team.h"

namespace uisge::cli {

class StopSignals {
 public:
  static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  const std::atomic<bool>& requested() const;

 private:
  std::array<struct sigaction, kSignals.size()> old_actions_;
};

// For all members of a team, when their work has failed: the signal that came to one of them counts for all.
void share_stop_signal(SolveTeam& team);

// 130, 143 or 129, by the signal that came; 130 when none did.
int stopped_exit_code();

}  // namespace uisge::cli
