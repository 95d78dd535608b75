#include "solver/cli/database_summary.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/notation.h"
#include "core/start.h"
#include "db/position_cell.h"
#include "solver/cli/known_json.h"
#include "solver/cli/wording.h"
#include "solver/ratio.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

// The longest bar of the histogram, in characters.
constexpr double kBarWidth = 40;

Position position_of(const DatabaseSummary& summary, PositionCell cell) {
  const Board board(summary.identity.board);
  return position_at(board, Colourings(summary.identity.pieces), summary.placements[cell.placement], cell.index);
}

Json counts_json(const OutcomeCounts& counts) {
  return {{"live", json_integer(counts.live())},
          {"won", json_integer(counts.won)},
          {"lost", json_integer(counts.lost)},
          {"drawn", json_integer(counts.drawn)}};
}

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

Json identity_json(const DatabaseIdentity& identity) {
  return {{"board", to_string(identity.board)},
          {"pieces", identity.pieces},
          {"stuck", to_string(identity.rules.stuck)},
          {"diagonal_jumps", identity.rules.diagonal_jumps}};
}

Json by_distance_json(std::span<const DistanceCounts> by_distance) {
  Json json = Json::array();
  for (std::size_t distance = 0; distance < by_distance.size(); ++distance) {
    json.push_back({{"distance", distance},
                    {"won", json_integer(by_distance[distance].won)},
                    {"lost", json_integer(by_distance[distance].lost)}});
  }
  return json;
}

Json summary_json(const DatabaseSummary& summary) {
  const DatabaseIdentity& identity = summary.identity;
  const LabelSummary& labels = summary.labels;
  const Board board(identity.board);
  Json json = identity_json(identity);
  json.update(counts_json(labels.raw));
  json["canonical"] = counts_json(labels.canonical);
  json["distances"] = summary.has_distances;
  json["longest_distance"] = labels.longest_example ? Json(labels.by_distance.size() - 1) : Json();
  json["longest_example"] =
      labels.longest_example ? Json(to_text(board, position_of(summary, *labels.longest_example))) : Json();
  json["by_distance"] = by_distance_json(labels.by_distance);
  const auto start = start_position(board, identity.pieces);
  if (!start || !labels.start) {
    json["start"] = Json();
    return json;
  }
  json["start"] = {{"position", to_text(board, *start)}};
  json["start"].update(verdict_json(Verdict::of(decode_label(labels.start_code))));
  return json;
}

DatabaseSummary summary_of(const Database& database) {
  return {database.identity(), database.summary(), database.placements(), stores_distances(database.header().codec)};
}

Json database_json(const Database& database) {
  Json json = summary_json(summary_of(database));
  json["bytes"] = json_integer(database.file().bytes());
  json["placements"] = database.placements().size();
  json["format_version"] = kFormatVersion;
  json["codec"] = static_cast<int>(database.header().codec);
  json["program"] = database.header().program;
  json["hash"] = to_string(database.footer().hash);
  json["known"] = known_of_game_json(database.identity());
  return json;
}

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
  if (labels.longest_example) {
    output.print_row("longest", 10,
                     fmt::format("{}: {}", plies_in_words(labels.by_distance.size() - 1),
                                 to_text(board, position_of(summary, *labels.longest_example))));
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

}  // namespace uisge::cli
