#include "solver/answers/checkpoint_summary.h"

#include <fmt/format.h>

#include "core/notation.h"
#include "core/start.h"
#include "db/probe.h"
#include "solver/answers/database_summary.h"
#include "solver/answers/known_json.h"
#include "solver/answers/wording.h"
#include "solver/checkpoint/checkpoint_labels.h"

namespace uisge {

Result<CheckpointSummary> summarise_checkpoint(const std::string& path) {
  auto labels = UISGE_TRY(CheckpointLabels::open(path, Probe::kStandardCacheBytes));
  const PlyLogReader& log = labels->log();
  CheckpointSummary summary{
      .identity = log.header().identity, .live = labels->live(), .decided_plies = labels->decided_plies()};
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
  if (const auto start = start_position(labels->board(), summary.identity.pieces)) {
    Probe probe(std::move(labels));
    const auto analysis = UISGE_TRY(probe.analyse(*start));
    summary.start = {*start, analysis.verdict};
  }
  return summary;
}

Json checkpoint_json(const CheckpointSummary& summary) {
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

Error with_checkpoint_named(Error error, const std::string& database_path) {
  const std::string checkpoint = ply_log_path(database_path);
  if (error.kind == ErrorKind::kResource && PlyLogReader::is_checkpoint(checkpoint)) {
    error.message += fmt::format("; an unfinished solve of it is in {}", checkpoint);
    error.advice.clear();  // the advice was to make the database, but a solve has begun
  }
  return error;
}

}  // namespace uisge
