// The values engine: finds which positions are won, with one bit per position and without distances.
//
// The engine keeps only the plane of won positions. A position is lost if the opponent has only crowns, or if the mover
// is stuck and the stuck rule is `loses`, or if the mover can move and every successor is won. A *sweep* goes over the
// placements in groups, in any order. For each group the sweep takes one *step* (group_step.h), which finds the lost
// positions of the group and the positions with a move to one of them. Bits are only set, never cleared, and only for
// positions that are truly won. So the engine may be stopped at any time and started again from the plane as it is. If
// a sweep over all placements changes nothing, the plane has all wins.
//
// After the first sweep, a placement is visited again only if positions of a neighbour have become won since the
// placement's group was last visited.
//
// OpenMP divides the placements among threads. The final plane does not depend on the number of threads or the size of
// groups. Use the object from one thread. docs/values.md explains why the values are right.
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
  // A *region* consists of groups_per_region consecutive groups. In a late sweep, which finds few wins, the engine
  // visits a region repeatedly until nothing changes there, or until most placements there must be computed by whole
  // blocks (dense; see list_bytes). So new wins are used while the tiles of the neighbours are in memory, and fewer
  // sweeps read all tiles. If groups_per_region is 0, sweeps do not stay in regions. REQUIRES: the plane can pin (keep
  // in memory) all tiles that a region touches.
  std::size_t groups_per_region = 0;
  // The limit of memory for lists of positions that became won. With less memory, more placements take the dense way
  // (whole blocks).
  std::uint64_t list_bytes = std::uint64_t{16} << 20;
  // The position whose value start_decided reports as soon as it is decided.
  std::optional<PositionCell> start = {};
  // Whether lists are used wherever they exist, even if whole blocks are cheaper (for tests).
  bool only_sparse = false;
  // The order in which tiles are visited; every tile occurs once. If the list is empty, tiles are visited in the order
  // of the plane.
  std::vector<TileId> order = {};
};

struct SweepCounts {
  std::uint32_t sweep = 0;
  std::uint64_t won = 0;     // positions that became won; mirrored and rotated copies count separately
  std::uint64_t dense = 0;   // placements that were computed by whole blocks
  std::uint64_t sparse = 0;  // placements computed from lists of newly decided positions
  bool is_fixpoint = false;  // the sweep found no win, and no tile was damaged: the plane is complete
};

// The won and lost blocks of one placement, in order of colouring rank. Only the bits of positions in which each side
// has a blank are set.
struct DecidedBlocks {
  std::span<const std::uint64_t> won;
  std::span<const std::uint64_t> lost;
};

struct SweepCallbacks {
  // Called from one thread, between two steps, with the share of the sweep that is done and the counts so far.
  std::function<void(double share, const SweepCounts& counts)> progress;
  // Called from one thread, as soon as the start is known to be won or lost. A draw is known only at the end of the
  // solve, so the function is not called for a draw.
  std::function<void(Outcome outcome)> start_decided;
  // Called between two steps, while no tile is pinned (WonPlane::pin), so that changed tiles can be written. An error
  // ends the sweep.
  std::function<Result<void>()> between_steps;
  const std::atomic<bool>* cancel = nullptr;
};

class ValuesEngine {
 public:
  // Throws std::bad_alloc. Table and plane must outlive the engine; the plane may hold the wins of an earlier run.
  static std::unique_ptr<ValuesEngine> create(const PlacementTable& table, WonPlane& plane,
                                              const ValuesOptions& options);
  virtual ~ValuesEngine() = default;

  // Sweeps over the placements whose lost positions may have changed; the first sweep is over all placements. If the
  // user interrupts the sweep, the error is kInterrupted. After an error the plane can still be used, but the engine
  // cannot.
  virtual Result<SweepCounts> run_sweep(const SweepCallbacks& callbacks) = 0;

  // Sweeps over all placements, and computes all their blocks whole (dense). If the sweep finds no new win, `summary`
  // gets the counts of positions, without distances; otherwise more sweeps are needed.
  virtual Result<SweepCounts> run_full_sweep(const SweepCallbacks& callbacks, LabelSummary& summary) = 0;

  // Looks up the position of each cell: sets the cell's element of `won` to 1 if the position is known to be won, else
  // to 0. REQUIRES: the positions are live positions of the table's board; no sweep is running. Errors: those of
  // reading the plane. Calls with thousands of cells are fast: up to 50 million cells per second on a card.
  virtual Result<void> look_up(std::span<const PositionCell> cells, std::span<std::uint8_t> won) = 0;

  // Starts again: no position is known to be won, and the next sweep counts as the first. Errors: those of the card.
  virtual Result<void> forget() = 0;

  // The won and lost positions of a placement, once the plane is complete (SweepCounts::is_fixpoint). Several threads
  // may call the function, each with its own number `thread`. A result is valid until the next call with the same
  // `thread`. Errors: those of reading the plane; kBadFile if damaged tiles lost bits since the last sweep, so that the
  // plane is not complete any more.
  virtual Result<DecidedBlocks> decided(std::size_t thread, PlacementId id) = 0;
};

}  // namespace uisge
