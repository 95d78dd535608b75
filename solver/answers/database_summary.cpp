#include "solver/answers/database_summary.h"

#include "core/notation.h"
#include "core/start.h"
#include "db/position_cell.h"
#include "solver/answers/known_json.h"
#include "solver/answers/wording.h"

namespace uisge {

namespace {

Json counts_json(const OutcomeCounts& counts) {
  return {{"live", json_integer(counts.live())},
          {"won", json_integer(counts.won)},
          {"lost", json_integer(counts.lost)},
          {"drawn", json_integer(counts.drawn)}};
}

}  // namespace

std::optional<Position> DatabaseSummary::longest_distance_position() const {
  if (!labels.longest_distance_cell) return std::nullopt;
  const PositionCell cell = *labels.longest_distance_cell;
  return position_at(Board(identity.board), Colourings(identity.pieces), placements[cell.placement], cell.index);
}

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
  json["longest_distance"] = labels.by_distance.empty() ? Json() : Json(labels.by_distance.size() - 1);
  const auto longest = summary.longest_distance_position();
  json["longest_example"] = longest ? Json(to_text(board, *longest)) : Json();
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

}  // namespace uisge
