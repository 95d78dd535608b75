#include "solver/cli/plan_rows.h"

#include <fmt/format.h>

#include "solver/answers/database_summary.h"
#include "solver/cli/summary_text.h"
#include "solver/units.h"

namespace uisge::cli {

Result<void> require_placements(const DatabaseIdentity& identity, std::uint64_t placements) {
  if (placements != 0) return {};
  return usage_error(fmt::format("board: {} pieces do not fit on {}", 2 * identity.pieces, to_string(identity.board)));
}

void print_game(const PlannedGame& game, std::string_view kind, Output& output) {
  output.print_row("game", 12, fmt::format("{}{}", to_string(game.identity), kind));
  print_known(game.identity, 12, output);
  output.print_row("placements", 12, fmt::format("{} up to symmetry", format_count(game.placements)));
  output.print_row("positions", 12,
                   fmt::format("{} (placements x colourings x crown states)", format_count(game.cells)));
}

Json game_json(const PlannedGame& game) {
  Json json = identity_json(game.identity);
  json["placements"] = json_integer(game.placements);
  json["positions"] = json_integer(game.cells);
  return json;
}

std::string_view fit_in_words(bool fits) {
  return fits ? "" : "  (not enough)";
}

std::string time_in_words(double seconds, double computing_seconds, std::uint64_t disk_bytes_per_second) {
  return fmt::format("about {}, {} of it computing; the disk at {} per second", format_duration(seconds),
                     format_duration(computing_seconds), format_size(disk_bytes_per_second));
}

}  // namespace uisge::cli
