// Solves a board: enumerates its placements, decides its positions ply by ply, writes the log, and assembles the
// database.
//
// A solve that `cancel` stops leaves a checkpoint beside the output. With `resume` a solve continues from the
// checkpoint, and writes the bytes that an uninterrupted solve would write. Without an output a solve counts positions
// and writes no file.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "db/format.h"
#include "db/label_statistics.h"
#include "solver/kernel/kernel.h"
#include "solver/solve/solve_team.h"

namespace uisge {

struct SolveRequest {
  DatabaseIdentity identity = {};
  std::string output = {};  // the database file; if empty, the solve only counts positions
  std::size_t threads = 1;
  std::optional<std::uint64_t> memory_bytes = {};  // if unset, as much as the machine can spare
  InstructionSet instructions = InstructionSet::kPortable;
  CodecId codec = CodecId::kLostPositions;  // the codec of the file. REQUIRES: the codec stores distances
  bool resume = false;
  bool restart = false;  // whether an existing checkpoint is overwritten
};

enum class SolvePhase : std::uint8_t { kEnumerate, kResume, kPlies, kAssemble };

struct SolveProgress {
  SolvePhase phase = SolvePhase::kEnumerate;
  Plies ply = 0;
  double share = 0;           // the share of the ply or phase that is done
  double ply_seconds = 0;     // seconds since the ply began
  std::uint64_t ply_won = 0;  // positions that became won in this ply, as in PlyCounts
  std::uint64_t ply_lost = 0;
  std::uint64_t won = 0;  // positions won in all earlier plies, as in PlyCounts
  std::uint64_t lost = 0;
  std::uint64_t cells = 0;     // placements * colourings * crown states
  double planned_seconds = 0;  // the plan's estimate of the time for all plies
};

struct SolveResult {
  LabelSummary summary;
  std::vector<SquareSet> placements;  // the placements that the summary's cells refer to
  std::uint64_t cells = 0;
  std::uint64_t bytes = 0;   // the size of the file; 0 without a file
  Plies resumed_at = 0;      // the first ply that was computed, not read from the checkpoint
  double seconds = 0;        // the time of the whole solve
  double solve_seconds = 0;  // the time of the plies
};

struct SolveObserver {
  std::function<void(const SolveProgress&)> progress = [](const SolveProgress&) {};
  std::function<void(const std::string&)> note = [](const std::string&) {};  // a line for the user
};

// Errors: kUsage (nothing to solve; an unfinished solve exists), kResource (memory, disk, permission, lock), kBadFile
// (a checkpoint of another game), kInterrupted (cancelled; the message says how to go on).
Result<SolveResult> solve(const SolveRequest& request, const SolveObserver& observer, const std::atomic<bool>& cancel);
// Solves as a member of a team (solve_team.h). Every member passes the same request; the leader gets the summary and
// writes the database.
Result<SolveResult> solve(const SolveRequest& request, const SolveObserver& observer, const std::atomic<bool>& cancel,
                          SolveTeam& team);

}  // namespace uisge
