// The state that the stages of one solve share: the request, the board, the checkpoint, and the reports to the user.
// Only solver/solve uses it.
#pragma once

#include <atomic>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "db/position_cell.h"
#include "solver/checkpoint/ply_log.h"
#include "solver/placements/placement_table.h"
#include "solver/resources.h"
#include "solver/solve/solve.h"

namespace uisge {

struct SolveContext {
  const SolveRequest& request;
  const SolveObserver& observer;
  const std::atomic<bool>& cancel;
  SolveTeam& team;
  std::optional<PlacementTable> table = {};
  std::optional<PositionCell> start = {};  // the starting position, if the board has one
  std::optional<PlyLog> log = {};          // only on the leader, and only if the solve writes a file
  SolveProgress progress = {};
  std::vector<DistanceCounts> by_distance = {};  // the counts of the complete plies

  bool writes_file() const { return !request.output.empty(); }
  void note(const std::string& line) const { observer.note(line); }
  void report(SolvePhase phase, double share) {
    progress.phase = phase;
    progress.share = share;
    observer.progress(progress);
  }
  void note_ply(const PlyCounts& counts) {
    progress.won += counts.won;
    progress.lost += counts.lost;
    if (!counts.empty()) {
      by_distance.resize(std::size_t{counts.ply} + 1);
      by_distance.back() = {counts.won, counts.lost};
    }
  }
  void forget_plies() {
    progress.won = 0;
    progress.lost = 0;
    by_distance.clear();
  }
};

// Runs `work`, and turns std::bad_alloc into an error. So a member that lacks memory can tell the other members.
template <class Work>
Result<void> within_memory(Work&& work) try {
  return work();
} catch (const std::bad_alloc&) {
  return out_of_memory();
}

}  // namespace uisge
