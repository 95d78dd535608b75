#include "solver/cli/plan_rows.h"

#include <fmt/format.h>

#include "solver/answers/database_summary.h"
#include "solver/card/card_engine.h"
#include "solver/cli/summary_text.h"
#include "solver/units.h"

namespace uisge::cli {

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

Result<CardInfo> planned_card(const DeviceOptions& device) {
  if (!device.memory) {
    const Card card = UISGE_TRY(open_card());
    return card.info();
  }
  CardInfo info;
  info.free_bytes = *device.memory;
  return info;
}

void print_planned_card(const PlannedCard& card, std::string_view details, Output& output) {
  output.print_row("card", 12,
                   fmt::format("{}, {} of {}{}", card.name.empty() ? "asked about" : card.name,
                               format_size(card.card_bytes), format_size(card.memory), details));
  if (card.pinned_bytes == 0) return;
  output.print_row("beside it", 12,
                   fmt::format("{} of the plane in this machine's memory", format_size(card.pinned_bytes)));
}

Json planned_card_json(const PlannedCard& card) {
  return {{"name", card.name.empty() ? Json() : Json(card.name)},
          {"memory_available", json_integer(card.memory)},
          {"memory", json_integer(card.card_bytes)},
          {"pinned_memory", json_integer(card.pinned_bytes)}};
}

std::string_view fit_in_words(bool fits) {
  return fits ? "" : "  (not enough)";
}

std::string time_in_words(double seconds, double computing_seconds, std::uint64_t disk_bytes_per_second) {
  return fmt::format("about {}, {} of it computing; the disk at {} per second", format_duration(seconds),
                     format_duration(computing_seconds), format_size(disk_bytes_per_second));
}

}  // namespace uisge::cli
