#include "solver/cli/summary_text.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/known_start.h"
#include "core/notation.h"
#include "core/start.h"
#include "solver/answers/wording.h"
#include "solver/ratio.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

// The longest bar of the histogram, in characters: the room that the numbers leave in a line of 80 columns.
constexpr double kBarWidth = 31;

void print_start_line(const DatabaseSummary& summary, Output& output) {
  const Board board(summary.identity.board);
  const auto start = start_position(board, summary.identity.pieces);
  if (!start || !summary.labels.start) return;
  output.print_row(
      "start", 10,
      fmt::format("{}: {}", to_text(board, *start),
                  verdict_in_words(start->side_to_move(), Verdict::of(decode_label(summary.labels.start_code)))));
}

}  // namespace

void print_summary(const DatabaseSummary& summary, Output& output) {
  const LabelSummary& labels = summary.labels;
  const Board board(summary.identity.board);
  output.print_row("game", 10, to_string(summary.identity));
  output.print("{:<10}{:>19} {:>8} {:>19}\n", "positions", "raw", "", "up to symmetry");
  const auto print_row = [&](std::string_view name, std::uint64_t raw, std::uint64_t canonical) {
    output.print("{:<10}{:>19} {:>6.2f} % {:>19}\n", name, format_count(raw), percent(raw, labels.raw.live()),
                 format_count(canonical));
  };
  print_row("live", labels.raw.live(), labels.canonical.live());
  print_row("won", labels.raw.won, labels.canonical.won);
  print_row("lost", labels.raw.lost, labels.canonical.lost);
  print_row("drawn", labels.raw.drawn, labels.canonical.drawn);
  if (!labels.by_distance.empty()) {
    const auto longest = summary.longest_distance_position();
    output.print_row("longest", 10,
                     fmt::format("{}{}", plies_in_words(labels.by_distance.size() - 1),
                                 longest ? ": " + to_text(board, *longest) : ""));
  }
  if (!summary.has_distances) output.print_row("distances", 10, "not known: values alone");
  print_start_line(summary, output);
  if (!summary.has_distances) print_known(summary.identity, 10, output);
}

void print_start(const DatabaseSummary& summary, Output& output) {
  output.print_row("game", 10, to_string(summary.identity));
  print_start_line(summary, output);
}

void print_histogram(std::span<const DistanceCounts> by_distance, Output& output) {
  std::uint64_t largest = 1;
  for (const DistanceCounts& counts : by_distance) largest = std::max(largest, counts.won + counts.lost);
  output.print("{:>8} {:>19} {:>19}\n", "distance", "won", "lost");
  for (std::size_t distance = 0; distance < by_distance.size(); ++distance) {
    const DistanceCounts& counts = by_distance[distance];
    const double share = ratio(counts.won + counts.lost, largest);
    output.print("{:>8} {:>19} {:>19} {}\n", distance, format_count(counts.won), format_count(counts.lost),
                 std::string(static_cast<std::size_t>(std::lround(share * kBarWidth)), '#'));
  }
}

void print_known(const DatabaseIdentity& identity, std::size_t column, Output& output) {
  const auto known = known_start(identity.board, identity.pieces, identity.rules);
  if (known) output.print_row("known", column, known_in_words(*known, Side::kWhite));
}

}  // namespace uisge::cli
