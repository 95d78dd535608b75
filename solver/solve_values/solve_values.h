// Solves a board for its values alone: enumerates its placements, divides the memory, sweeps until nothing changes,
// counts, and writes the database. A solve takes one bit per position, in memory or in a file of tiles (paged_plane.h).
//
// The plane file is the checkpoint. When the solve is stopped or killed, the file is kept, and the next solve with the
// same request continues from it. When the database is complete, the file is removed, unless the request names it. If
// neither an output nor a plane file is named, no file is written as long as memory suffices. If memory does not
// suffice, the file has the name that it has beside a database with the default name; a file that was there before is
// kept.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/error.h"
#include "core/outcome.h"
#include "db/format.h"
#include "db/label_statistics.h"
#include "solver/card/card.h"
#include "solver/card/card_split.h"
#include "solver/kernel/kernel.h"
#include "solver/strategy/winning_strategy.h"
#include "solver/values/tile_layout.h"
#include "solver/values/values_plan.h"

namespace uisge {

// Whether a graphics card does the sweeps (solver/card/). kIfItPays: a card does the sweeps if there is a card, if card
// and main memory have room for the plane, and if the board is so large that the card is faster.
enum class CardChoice : std::uint8_t { kNever, kIfItPays, kAlways };

// Whether a solve of this number of positions looks for a card.
bool looks_for_card(CardChoice choice, std::uint64_t cells);

struct ValuesRequest {
  DatabaseIdentity identity = {};
  std::string output = {};  // the database file; empty: the solve only counts positions
  std::string plane = {};   // the plane file, which is kept; empty: the solve chooses a path if it needs a file
  // Whether a solve without output and without a named plane file may make a file in the current folder, for a plane
  // that is larger than memory.
  bool may_spill = true;
  std::size_t threads = 1;
  std::optional<std::uint64_t> memory_bytes = {};  // unset: what the machine can spare
  InstructionSet instructions = InstructionSet::kPortable;
  bool restart = false;  // do not continue from an existing plane
  // Whether the solve ends with the sweep that decides the start as won or lost. Has no effect on a board without a
  // start array. REQUIRES: no output.
  bool start_only = false;
  // Whether to find how the start is won, and nothing else (solver/strategy/winning_strategy.h). Finding the strategy
  // takes further sweeps. If the plane has a file, the further sweeps use a second plane, in memory or in a second
  // file, which is removed at the end. REQUIRES: no output; the board has a start array.
  bool wants_strategy = false;
  CardChoice card = CardChoice::kNever;
  std::optional<std::uint64_t> card_memory_bytes = {};  // a limit; unset: the free memory of the card
  std::string card_driver{kCardDriver};                 // a library's name or path
  // The least number of seconds between saves of the plane; if a save takes long, the next save comes later. A power
  // cut loses the work since the last complete save. 0: the plane is saved after every region (values_engine.h),
  // however long a save takes.
  double save_seconds = 300;
  // The size of a tile, a run of placements that is read and written together. A tile holds at least one
  // placement. Tests use small tiles, so that small boards have many tiles.
  std::size_t tile_bytes = TileLayout::kTileBytes;
};

// What a solve is doing. kList occurs only with wants_strategy: the solve lists the positions of a round
// (winning_strategy.h).
enum class ValuesPhase : std::uint8_t { kEnumerate, kPlan, kList, kSweeps, kLastSweep, kAssemble };

struct ValuesProgress {
  ValuesPhase phase = ValuesPhase::kEnumerate;
  std::uint32_t sweep = 0;
  std::uint64_t cells = 0;      // the number of positions that a sweep goes over
  double share = 0;             // the share of the sweep or other phase that is done
  std::uint64_t sweep_won = 0;  // positions that became won in this sweep; mirrored and rotated copies count separately
  std::uint64_t last_won = 0;   // positions that became won in the previous sweep
  std::uint64_t won = 0;        // positions that became won in this run
  double sweep_seconds = 0;     // seconds since the sweep or the writing of the database began
  std::uint64_t bytes_read = 0;  // bytes that were read from the plane file or copied to the card in this run
  std::uint64_t bytes_written = 0;
};

struct ValuesObserver {
  std::function<void(const ValuesProgress&)> progress = [](const ValuesProgress&) {};
  std::function<void(const std::string&)> note = [](const std::string&) {};  // a line for the user
  // With wants_strategy: called after each round (solver/strategy/winning_strategy.h), with the strategy so far. An
  // error ends the solve.
  std::function<Result<void>(const PlacementTable&, const StrategyRound&, const PartialStrategy&)> strategy =
      [](const PlacementTable&, const StrategyRound&, const PartialStrategy&) { return Result<void>(); };
  // Called when the start's value is known: a win or a loss as soon as it is decided, a draw at the end.
  std::function<void(Outcome)> start = [](Outcome) {};
};

struct CardUse {
  CardInfo info;
  CardSplit split;
};

struct ValuesResult {
  ValuesPlan plan;
  std::optional<CardUse> card;
  LabelSummary summary;  // counts of positions, without distances
  std::optional<Outcome> start;
  bool has_counts = true;  // false if only the start's value was asked for
  std::uint32_t sweeps = 0;
  std::uint64_t bytes = 0;  // the size of the database; 0 without a database
  std::uint64_t bytes_read = 0;
  std::uint64_t bytes_written = 0;
  double solve_seconds = 0;  // the time of the sweeps
  double seconds = 0;        // the time of the whole solve
};

// Errors: usage (there is nothing to solve; the plane file has the database's name; a strategy is wanted, but the start
// is drawn, or the game is over there or after each of its moves), resource (too little memory or disk space, no
// permission, or another process has locked the file), kBadFile (the plane file is of another game, or its counts
// differ), kInterrupted (cancelled; the message says how to go on).
Result<ValuesResult> solve_values(const ValuesRequest& request, const ValuesObserver& observer,
                                  const std::atomic<bool>& cancel);

// The path of the plane file beside an output: "7x6-4-loses-values.uisge.plane".
std::string plane_file_path(const std::string& output);

}  // namespace uisge
