#include "solver/cli/stop_signals.h"

#include <unistd.h>

namespace uisge::cli {

namespace {

// A signal handler reaches nothing but globals; these two are the only mutable ones of the program.
std::atomic<bool> stop_requested = false;
std::atomic<int> stop_signal = SIGINT;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

extern "C" void on_stop_signal(int signal) {
  if (stop_requested.exchange(true)) _exit(128 + signal);
  stop_signal = signal;
}

}  // namespace

StopSignals::StopSignals() {
  stop_requested = false;
  struct sigaction action {};
  action.sa_handler = on_stop_signal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, &old_interrupt_);
  sigaction(SIGTERM, &action, &old_terminate_);
}

StopSignals::~StopSignals() {
  sigaction(SIGINT, &old_interrupt_, nullptr);
  sigaction(SIGTERM, &old_terminate_, nullptr);
}

const std::atomic<bool>& StopSignals::requested() const {
  return stop_requested;
}

int stopped_exit_code() {
  return 128 + stop_signal;
}

}  // namespace uisge::cli
