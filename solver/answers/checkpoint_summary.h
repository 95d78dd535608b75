// The results in the checkpoint of an unfinished solve, and their JSON.
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
  std::optional<Plies> decided_plies = {};  // wins and losses within this number of plies are decided; none: all
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

// The fields of a database's JSON, and the fields "complete", "decided_plies" and "undecided". A field whose value is
// not known yet is null.
Json checkpoint_json(const CheckpointSummary& summary);

// If a checkpoint lies beside a database that cannot be read, adds the checkpoint's name to the error.
Error with_checkpoint_named(Error error, const std::string& database_path);

}  // namespace uisge
