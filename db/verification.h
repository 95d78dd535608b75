// Proves that the labels of a database are the solution of the game.
//
// Checksums show that the file still has the bytes that were written. Verification shows that the labels are right.
// Every live position is compared with the positions after its moves (reply_key.h has the law). The list of placements
// is compared with the list that placement_census.h finds, and the stored counts with counts of the labels. Only the
// true labels satisfy the law for all positions, since with best play the distance decreases with every ply. False wins
// that support each other in a cycle would break the law, since distances cannot decrease all around a cycle.
//
// For a values database the law proves less. The law proves every draw, since labels that keep the law miss no win and
// no loss. But the law does not detect false wins and losses that support each other in a cycle;
// solver/search/value_proofs.h looks for such cycles.
//
// Nothing here comes from the engine: the moves come from core/moves.h, and the labels are read back from the file.
// Memory: the caller's limit for decoded placements, and a few MB per worker. Speed: docs/performance.md.
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
  std::optional<Position> position;  // the first in file order; none if the fault is a count or the list of placements
  std::string what;                  // one line that names the position and the law
};

struct VerificationReport {
  std::uint64_t positions = 0;   // live positions checked, as the file holds them
  std::uint64_t moves = 0;       // moves of these positions that were followed
  std::uint64_t placements = 0;  // placements that were checked completely; 0 for a sample
  std::optional<BrokenLaw> broken;
};

struct VerificationOptions {
  std::size_t cache_bytes = std::size_t{1} << 30;
  // Called now and then, from any worker, with the number of positions checked and the number to check; may be empty.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress = {};
};

// Errors: the file is damaged or cannot be read. A broken law is part of the report.
Result<VerificationReport> verify_database(const Database& database, const VerificationOptions& options,
                                           const Parallel& parallel);

// Checks `count` positions, which `seed` chooses and which may repeat, and all their moves. To check positions one by
// one is slower per position than the complete check, and shares none of its code for blocks. The chosen positions do
// not depend on the number of workers.
Result<VerificationReport> verify_sample(const Database& database, std::uint64_t count, std::uint64_t seed,
                                         const VerificationOptions& options, const Parallel& parallel);

// Element `number` of the random sequence that `seed` determines. Its elements are cells of live positions, in which
// neither side has only crowns. All such cells have nearly the same chance. Pure. REQUIRES: the database has
// placements.
PositionCell random_live_cell(const Database& database, std::uint64_t seed, std::uint64_t number);

}  // namespace uisge
