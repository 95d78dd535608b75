// The input of `uisge plan` for every kind of solve, and the facts that it always prints, as rows and as JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "db/format.h"
#include "solver/answers/json.h"
#include "solver/cli/device_option.h"
#include "solver/cli/output.h"
#include "solver/solve/solve_plan.h"

namespace uisge::cli {

// The machine for which the solve is planned. Unset values are taken from this machine.
struct PlannedMachine {
  std::size_t threads = 1;
  std::optional<std::uint64_t> memory;
  std::optional<std::uint64_t> disk;
  std::uint64_t disk_bytes_per_second = kUsualDiskBytesPerSecond;
  DeviceOptions device;
};

struct PlannedGame {
  DatabaseIdentity identity;
  std::uint64_t placements = 0;
  std::uint64_t cells = 0;
};

// `kind`, such as ", values alone", is printed after the game's name.
void print_game(const PlannedGame& game, std::string_view kind, Output& output);

// The fields "board" to "positions" of docs/json.md.
Json game_json(const PlannedGame& game);

struct PlannedCard {
  std::string name;  // empty: there is no card, and --device-memory gave the figure for `memory`
  std::uint64_t memory = 0;
  std::uint64_t card_bytes = 0;
  std::uint64_t pinned_bytes = 0;
};

// The card for which the solve is planned: with --device-memory, a card of which only this memory is known. Errors:
// those of open_card().
Result<CardInfo> planned_card(const DeviceOptions& device);

// Prints the two rows of a plan that are named "card" and "beside it". The first row ends with `details`.
void print_planned_card(const PlannedCard& card, std::string_view details, Output& output);

// The fields "name" to "pinned_memory" of the object "card" in docs/json.md.
Json planned_card_json(const PlannedCard& card);

// Returns " (not enough)", or nothing if `fits`.
std::string_view fit_in_words(bool fits);

// "about 3 h 05 min, 42.0 s of it computing; the disk at 500 MiB per second"
std::string time_in_words(double seconds, double computing_seconds, std::uint64_t disk_bytes_per_second);

}  // namespace uisge::cli
