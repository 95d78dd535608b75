// Summarises what the checkpoint of an unfinished solve has found, and makes the JSON of this summary.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/position.h"
#include "core/verdict.h"
#include "db/format.h"
#include "db/label_statistics.h"
#include "solver/answers/json.h"

namespace uisge {

struct CheckpointSummary {
  DatabaseIdentity identity = {};
  // The number of positions of the board in which each side has a blank. Mirrored and rotated copies of a position
  // count separately, also in `won` and `lost`.
  std::uint64_t live = 0;
  std::uint64_t won = 0;
  std::uint64_t lost = 0;
  std::vector<DistanceCounts> by_distance = {};
  std::optional<Plies> decided_plies = {};  // every result within this number of plies is known; nullopt: every result
  struct Start {
    Position position;
    Verdict verdict;
  };
  std::optional<Start> start = {};
  std::uint64_t bytes = 0;
  std::uint64_t incomplete_bytes = 0;

  std::uint64_t rest() const { return live - won - lost; }
};

// Reads the counts of the complete plies, and looks up the start's value. Errors: kBadFile, and those of reading the
// file.
Result<CheckpointSummary> summarise_checkpoint(const std::string& path);

// Returns the fields of a database's JSON, and also "complete", "decided_plies" and "undecided". A field is null if its
// value is not known yet.
Json checkpoint_json(const CheckpointSummary& summary);

// If a checkpoint lies beside a database that cannot be read, adds the checkpoint's name to the error.
Error with_checkpoint_named(Error error, const std::string& database_path);

}  // namespace uisge
