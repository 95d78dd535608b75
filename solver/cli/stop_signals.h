// Turns Ctrl-C, SIGTERM and SIGHUP (a closed terminal) into a flag that long work polls.
//
// While a StopSignals lives, the first Ctrl-C, SIGTERM or SIGHUP sets the flag. A second signal ends the program at
// once with exit code 130, 143 or 129. If SIGHUP is ignored, as under `nohup`, it stays ignored. Commands without a
// StopSignals keep the system's behaviour: the first signal ends them. A system call that a signal interrupts is
// restarted, so that signals do not disturb writing. Only one StopSignals may exist at a time, made and destroyed by
// the main thread. Any thread may read the flag.
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

// If a team's work has failed, every member must call this function. After the call, a signal to one member counts for
// all members.
void share_stop_signal(SolveTeam& team);

// The exit code of a command that was stopped: 143 after SIGTERM, 129 after SIGHUP, 130 after Ctrl-C. If something
// other than a signal stopped the command, the code is 130 too.
int stopped_exit_code();

}  // namespace uisge::cli
