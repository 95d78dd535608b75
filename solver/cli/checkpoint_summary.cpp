#include "solver/cli/checkpoint_summary.h"

#include "core/notation.h"
#include "core/start.h"
#include "db/probe.h"
#include "solver/checkpoint/checkpoint_labels.h"
#include "solver/cli/database_summary.h"
#include "solver/cli/known_json.h"
#include "solver/cli/wording.h"
#include "solver/ratio.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

struct StartAnswer {
  Position position;
  Verdict verdict;
};

struct CheckpointSummary {
  DatabaseIdentity identity;
  std::uint64_t live = 0;  // raw, as the other counts
  std::uint64_t won = 0;
  std::uint64_t lost = 0;
  std::vector<DistanceCounts> by_distance;
  std::optional<Plies> decided_plies;  // none: every position is decided
  std::optional<StartAnswer> start;
  std::uint64_t bytes = 0;
  std::uint64_t incomplete_bytes = 0;

  std::uint64_t rest() const { return live - won - lost; }
};

Result<CheckpointSummary> summarise(const std::string& path) {
  auto labels = CheckpointLabels::open(path, Probe::kStandardCacheBytes);
  if (!labels) return tl::unexpected(labels.error());
  const PlyLogReader& log = (*labels)->log();
  CheckpointSummary summary;
  summary.identity = log.header().identity;
  summary.live = (*labels)->live();
  summary.decided_plies = (*labels)->decided_plies();
  summary.bytes = log.complete_bytes();
  summary.incomplete_bytes = log.incomplete_bytes();
  for (const LoggedPly& ply : log.plies()) {
    summary.won += ply.counts.won;
    summary.lost += ply.counts.lost;
    summary.by_distance.push_back({ply.counts.won, ply.counts.lost});
  }
  if (log.is_finished()) summary.by_distance.pop_back();
  if (summary.won + summary.lost > summary.live) {
    return bad_file(fmt::format("{}: counts more positions than the board has", path));
  }
  if (const auto start = start_position((*labels)->board(), summary.identity.pieces)) {
    Probe probe(std::move(*labels));
    const auto analysis = probe.analyse(*start);
    if (!analysis) return tl::unexpected(analysis.error());
    summary.start = {*start, analysis->verdict};
  }
  return summary;
}

Json to_json(const CheckpointSummary& summary) {
  Json json = identity_json(summary.identity);
  json["complete"] = false;
  json["decided_plies"] = summary.decided_plies ? Json(*summary.decided_plies) : Json();
  json["live"] = json_integer(summary.live);
  json["won"] = json_integer(summary.won);
  json["lost"] = json_integer(summary.lost);
  json["drawn"] = summary.decided_plies ? Json() : json_integer(summary.rest());
  json["undecided"] = json_integer(summary.decided_plies ? summary.rest() : 0);
  json["longest_distance"] = Json();
  json["longest_example"] = Json();
  json["by_distance"] = by_distance_json(summary.by_distance);
  json["start"] = Json();
  if (summary.start) {
    json["start"] = verdict_json(summary.start->verdict);
    json["start"]["position"] = to_text(Board(summary.identity.board), summary.start->position);
  }
  json["bytes"] = json_integer(summary.bytes);
  json["incomplete_bytes"] = json_integer(summary.incomplete_bytes);
  json["known"] = known_of_game_json(summary.identity);
  return json;
}

void print(const CheckpointSummary& summary, Output& output) {
  output.print("{:<10}{}\n", "game", to_string(summary.identity));
  output.print("{:<10}{}\n", "state",
               summary.decided_plies ? fmt::format("not finished: all wins and losses within {} are known",
                                                   plies_in_words(*summary.decided_plies))
                                     : "solved, the database is still to be written");
  output.print("{:<10}{:>19}\n", "positions", "raw");
  const auto print_row = [&](std::string_view name, std::uint64_t count) {
    output.print("{:<10}{:>19} {:>6.2f} %\n", name, format_count(count), percent(count, summary.live));
  };
  print_row("live", summary.live);
  print_row("won", summary.won);
  print_row("lost", summary.lost);
  print_row(summary.decided_plies ? "undecided" : "drawn", summary.rest());
  if (summary.start) {
    const auto& [position, verdict] = *summary.start;
    output.print("{:<10}{}: {}\n", "start", to_text(Board(summary.identity.board), position),
                 verdict_in_words(position.side_to_move(), verdict));
  }
  print_known(summary.identity, 10, output);
  output.print("{:<10}{}{}\n", "file", format_size(summary.bytes),
               summary.incomplete_bytes == 0
                   ? ""
                   : fmt::format(", and {} bytes of a ply in progress", summary.incomplete_bytes));
}

}  // namespace

Result<Json> checkpoint_json(const std::string& path) {
  const auto summary = summarise(path);
  if (!summary) return tl::unexpected(summary.error());
  return to_json(*summary);
}

Result<void> print_checkpoint(const std::string& path, bool histogram, Output& output) {
  const auto summary = summarise(path);
  if (!summary) return tl::unexpected(summary.error());
  if (output.json()) {
    output.print_json(to_json(*summary));
    return {};
  }
  print(*summary, output);
  if (histogram) {
    output.write("\n");
    print_histogram(summary->by_distance, output);
  }
  return {};
}

Error with_checkpoint_named(Error error, const std::string& database_path) {
  const std::string checkpoint = ply_log_path(database_path);
  if (error.kind == ErrorKind::kResource && PlyLogReader::is_checkpoint(checkpoint)) {
    error.message += fmt::format("; an unfinished solve of it is in {}", checkpoint);
  }
  return error;
}

}  // namespace uisge::cli
