#include "solver/cli/stop_signals.h"

#include <unistd.h>

#include "db/unfinished_file.h"

namespace uisge::cli {

namespace {

// Global, since a signal handler cannot reach other objects.
std::atomic<bool> stop_requested = false;
std::atomic<int> stop_signal = SIGINT;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

extern "C" void on_stop_signal(int signal) {
  if (stop_requested.exchange(true)) {
    remove_unfinished_files();
    _exit(128 + signal);
  }
  stop_signal = signal;
}

}  // namespace

StopSignals::StopSignals() {
  stop_requested = false;
  struct sigaction action {};
  action.sa_handler = on_stop_signal;
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], nullptr, &old_actions_[i]);
    const bool is_ignored = old_actions_[i].sa_handler == SIG_IGN;
    if (kSignals[i] != SIGHUP || !is_ignored) sigaction(kSignals[i], &action, nullptr);
  }
}

StopSignals::~StopSignals() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &old_actions_[i], nullptr);
}

const std::atomic<bool>& StopSignals::requested() const {
  return stop_requested;
}

void share_stop_signal(SolveTeam& team) {
  std::array<std::uint64_t, StopSignals::kSignals.size()> came{};
  for (std::size_t i = 0; i < came.size(); ++i) came[i] = stop_requested && stop_signal == StopSignals::kSignals[i];
  team.add_up(came);
  for (std::size_t i = 0; i < came.size(); ++i) {
    if (came[i] != 0) stop_signal = StopSignals::kSignals[i];
  }
}

int stopped_exit_code() {
  return 128 + stop_signal;
}

}  // namespace uisge::cli
