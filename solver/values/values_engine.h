// The values engine: which positions are won, in one bit per position, without distances.
//
// It keeps the plane of won positions alone. What is lost follows from it: the opponent is all crowns, or the mover is
// stuck under `loses`, or every successor is won. A *sweep* goes over the placements in groups, in any order, and takes
// one *step* for each (group_step.h), which finds what the group's placements have lost and who wins by it. A bit is
// only ever set, and only for a position that is truly won, whatever the order; so the engine may be stopped at any
// moment and begun again from the plane as it is, and a sweep that changes nothing has found all of them.
//
// After the first sweep a placement is looked at again only if something near it became won since its group's last
// step.
//
// Parallel over placements with OpenMP; the fixpoint does not depend on the number of threads or the size of groups.
// The object is to be used from one thread. docs/values.md has the argument at length.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/error.h"
#include "core/outcome.h"
#include "db/label_statistics.h"
#include "db/position_cell.h"
#include "solver/kernel/kernel.h"
#include "solver/placements/placement_table.h"
#include "solver/values/won_plane.h"

namespace uisge {

struct ValuesOptions {
  StuckRule stuck = StuckRule::kLoses;
  InstructionSet instructions = InstructionSet::kPortable;
  std::size_t threads = 1;
  std::size_t tiles_per_group = 1;
  // Where little changes, a sweep stays with so many groups, a *region*, until nothing changes in it or most of it has
  // to be made whole: what their steps won nearby is followed up while the tiles are at hand, so fewer sweeps have to
  // read all the others. 0: it does not stay. REQUIRES: the plane can pin all that a region touches.
  std::size_t groups_per_region = 0;
  // Lists of positions that became won may take this much in all; with less, more whole blocks are looked at.
  std::uint64_t list_bytes = std::uint64_t{16} << 20;
  // The position whose value is wanted as soon as it is decided.
  std::optional<PositionCell> start;
  // Lists wherever there is one, whatever is cheaper: for tests.
  bool only_sparse = false;
  // In which order the tiles are visited, each once; as they lie in the plane if it is empty.
  std::vector<TileId> order = {};
};

struct SweepCounts {
  std::uint32_t sweep = 0;
  std::uint64_t won = 0;     // newly, raw positions
  std::uint64_t dense = 0;   // placements whose blocks were worked out whole
  std::uint64_t sparse = 0;  // and from lists
  bool is_fixpoint = false;  // nothing was found, and nothing is left to be looked at
};

// The blocks of one placement, in order of colouring rank; live positions alone.
struct DecidedBlocks {
  std::span<const std::uint64_t> won;
  std::span<const std::uint64_t> lost;
};

struct SweepCallbacks {
  // From one thread, between two steps: the share of the sweep that is done, and what it has found so far.
  std::function<void(double share, const SweepCounts& counts)> progress;
  // From one thread, as soon as the start's value is known; a draw only shows at the end.
  std::function<void(Outcome outcome)> start_decided;
  // Between two steps, while no tile is pinned: the moment to write what has changed. An error ends the sweep.
  std::function<Result<void>()> between_steps;
  const std::atomic<bool>* cancel = nullptr;
};

class ValuesEngine {
 public:
  // Throws std::bad_alloc. Table and plane have to outlive the engine; the plane may hold what an earlier run won.
  static std::unique_ptr<ValuesEngine> create(const PlacementTable& table, WonPlane& plane,
                                              const ValuesOptions& options);
  virtual ~ValuesEngine() = default;

  // One visit to every placement that may have changed; the first sweep visits all. An interruption is kInterrupted;
  // after any error the plane is of use, the engine is not.
  virtual Result<SweepCounts> run_sweep(const SweepCallbacks& callbacks) = 0;

  // A sweep over everything, all blocks worked out whole. If it finds that the plane was a fixpoint, `summary` has the
  // counts of positions afterwards, without distances; otherwise sweeps have to go on.
  virtual Result<SweepCounts> run_full_sweep(const SweepCallbacks& callbacks, LabelSummary& summary) = 0;

  // Whether each of the positions, live cells of the table, is known to be won by now: 1 or 0. Between two sweeps.
  // Errors: those of reading. Quick for thousands at a time: on a card as many as 50 million per second.
  virtual Result<void> look_up(std::span<const PositionCell> cells, std::span<std::uint8_t> won) = 0;

  // Begins anew: nothing is won, and the next sweep is the first. For planes without a file.
  virtual Result<void> forget() = 0;

  // What is decided of a placement, once the plane is a fixpoint. Safe from several threads, each with a number of its
  // own; what one gets is there until it asks again. Errors: those of reading; kBadFile if bits were lost since the
  // last sweep, so that it is none.
  virtual Result<DecidedBlocks> decided(std::size_t thread, PlacementId id) = 0;
};

}  // namespace uisge
