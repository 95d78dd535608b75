// A line that shows the progress of long work.
//
// A terminal shows one line that is redrawn a few times a second and removed at the end. Any other output (a log, a
// pipe) gets a plain line every ten seconds. If no redraw is due, a call only reads a clock, so work may report as
// often as it likes. Safe to call from any thread.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <string_view>

namespace uisge::cli {

class ProgressLine {
 public:
  enum class Style { kRedrawn, kPlainLines };

  // A progress line on standard error. The style of the line depends on whether standard error is a terminal.
  ProgressLine();
  ProgressLine(std::FILE* stream, Style style, std::chrono::milliseconds interval);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // If a redraw is due, shows the line that `text()` returns; this line has no newline. The fields of the line are
  // separated by a comma and a space, the most important first. A terminal shows as many fields as fit.
  template <class Text>
  void update(const Text& text) {
    if (claim_turn()) show(text());
  }

  // Removes the line, for example before results are printed. The next update draws it again.
  void clear();
  // Removes the line and prints the message (print_message).
  void say(std::string_view message);

 private:
  using Clock = std::chrono::steady_clock;

  bool claim_turn();
  void show(std::string_view text);
  std::size_t columns() const;  // of the terminal

  std::FILE* const stream_;
  const Style style_;
  const Clock::duration interval_;
  std::atomic<Clock::rep> next_turn_;  // ticks since the clock's epoch
  std::mutex drawing_;
  bool drawn_ = false;
};

}  // namespace uisge::cli
