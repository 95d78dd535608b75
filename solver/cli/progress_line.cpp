#include "solver/cli/progress_line.h"

#include <unistd.h>

#include "solver/cli/output.h"
#include "solver/cli/wrapped_text.h"

namespace uisge::cli {

namespace {

using namespace std::chrono_literals;

constexpr std::string_view kEraseLine = "\r\033[K";
constexpr std::string_view kFieldEnd = ", ";

bool standard_error_is_terminal() {
  return isatty(STDERR_FILENO) == 1;
}

// Keeps as many fields of the text as fit. If even the first field is too long, keeps the beginning of this field.
std::string_view fitting(std::string_view text, std::size_t columns) {
  if (text.size() <= columns) return text;
  const std::size_t last = text.rfind(kFieldEnd, columns);
  return text.substr(0, last == std::string_view::npos ? columns : last);
}

}  // namespace

ProgressLine::ProgressLine()
    : ProgressLine(stderr, standard_error_is_terminal() ? Style::kRedrawn : Style::kPlainLines,
                   standard_error_is_terminal() ? 200ms : 10'000ms) {}

ProgressLine::ProgressLine(std::FILE* stream, Style style, std::chrono::milliseconds interval)
    : stream_(stream),
      style_(style),
      interval_(interval),
      // The line is drawn for the first time when one interval has passed, so short work has no progress line.
      next_turn_((Clock::now() + interval_).time_since_epoch().count()) {}

bool ProgressLine::claim_turn() {
  const Clock::rep now = Clock::now().time_since_epoch().count();
  Clock::rep due = next_turn_.load(std::memory_order_relaxed);
  // If several threads see that a redraw is due, only one thread draws: the thread that succeeds in setting the time of
  // the next redraw.
  return now >= due && next_turn_.compare_exchange_strong(due, now + interval_.count(), std::memory_order_relaxed);
}

void ProgressLine::show(std::string_view text) {
  const std::scoped_lock lock(drawing_);
  std::string line;
  if (style_ == Style::kRedrawn) {
    line.append(kEraseLine).append(fitting(text, columns() - 1));
    drawn_ = true;
  } else {
    line.append(text).append("\n");
  }
  std::fwrite(line.data(), 1, line.size(), stream_);
  std::fflush(stream_);
}

void ProgressLine::clear() {
  const std::scoped_lock lock(drawing_);
  if (!drawn_) return;
  std::fwrite(kEraseLine.data(), 1, kEraseLine.size(), stream_);
  std::fflush(stream_);
  drawn_ = false;
}

void ProgressLine::say(std::string_view message) {
  clear();
  print_message(message);
}

std::size_t ProgressLine::columns() const {
  return terminal_columns(fileno(stream_)).value_or(kUsualColumns);
}

}  // namespace uisge::cli
