// Proves that the labels of a database are the solution of the game.
//
// Every live position must obey the law of reply_key.h: its label follows from the labels of the positions after its
// moves. The list of placements is compared with the list that placement_census.h finds, and the stored counts with
// counts of the labels. Only the true labels obey the law in all positions. False wins that support each other in a
// cycle would break the law, since a distance decreases with every ply of best play and cannot decrease all around a
// cycle.
//
// In a values database (without distances), obeying the law proves less. It proves every draw, since labels that obey
// the law miss no win and no loss. But it does not detect false wins and losses that support each other in a cycle;
// solver/search/value_proofs.h looks for such cycles.
//
// Verification uses no code of the engine: moves come from core/moves.h, and labels are read back from the file.
// Memory: the caller's limit for decoded placements. A worker also holds the keys of all placements to which moves lead
// from one placement, even if the cache has dropped them: 2 MiB with four a side, some 300 MiB on 5x3 with six. Speed:
// docs/performance.md.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/position.h"
#include "db/database.h"
#include "db/parallel.h"

namespace uisge {

struct BrokenLaw {
  std::optional<Position>
      position;      // the first that breaks reply_key.h's law; none if a count or the list of placements is wrong
  std::string what;  // one line that names the position and the law
};

struct VerificationReport {
  std::uint64_t positions = 0;   // how many live positions (on canonical placements) were checked
  std::uint64_t moves = 0;       // how many moves of these positions were followed
  std::uint64_t placements = 0;  // how many placements were checked completely; 0 for a sample
  std::optional<BrokenLaw> broken;
};

struct VerificationOptions {
  std::size_t cache_bytes = std::size_t{1} << 30;
  // Called now and then, on any worker's thread. `done`: how many positions have been checked; `total`: how many are to
  // be checked. May be empty.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress = {};
};

// Errors: the file is damaged or cannot be read. A label that breaks the law of reply_key.h is no error: the report
// names the position.
Result<VerificationReport> verify_database(const Database& database, const VerificationOptions& options,
                                           const Parallel& parallel);

// Compares the labels of `count` positions with the labels of the positions after their moves. The positions may
// repeat; `seed` chooses them, independently of the number of workers. This check is slower per position than the
// complete check, and uses none of the complete check's code for blocks.
Result<VerificationReport> verify_sample(const Database& database, std::uint64_t count, std::uint64_t seed,
                                         const VerificationOptions& options, const Parallel& parallel);

// Returns the cell (the place in the database) of a random position in which each side has a blank. `seed` chooses a
// random sequence, and `number` an element of the sequence. Each such position is chosen with nearly the same
// probability. Pure. REQUIRES: the database has placements.
PositionCell random_live_cell(const Database& database, std::uint64_t seed, std::uint64_t number);

}  // namespace uisge
