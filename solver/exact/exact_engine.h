// The exact engine: finds values and exact distances with one plane, the plane of the won positions.
//
// The engine works in *stages*; each stage decides two plies. Suppose the plane holds the positions that are won in at
// most d plies. From the plane a stage computes the lost blocks of every placement: the positions that are lost in at
// most d + 1 plies. The stage then sets the bit of every position from which a move leads to one of these losses: such
// a position is won in at most d + 2 plies. A stage computes the losses and sets the wins while it goes over the
// placements once. The engine computes the lost blocks of a placement before it changes any won block on which they
// depend. It drops these lost blocks when no placement needs them any more (stage_schedule.h). So the plane changes in
// place, yet a stage computes all losses from the plane as it was at the end of the previous stage. docs/exact.md has
// the whole argument.
//
// As in the values engine, a stage does not look for losses of a placement if no neighbour had new wins in the stage
// before. Otherwise the stage either checks a few candidates from lists (sparse), or computes whole blocks (dense).
// Only dense placements take room in the window, the memory for lost blocks.
//
// A series of stages is a *course*. Under the stuck rules `loses`, `draws` and `passes` wins have odd distances and
// losses have even distances. So one course finds all distances. It begins with no wins in the plane: with d = -1.
// Under the stuck rule `wins` a stuck player has won in 0 plies, and both wins and losses can have odd or even
// distances. So under `wins` the distance that one course finds may be one ply too great. A second course begins with
// the stuck positions as wins: with d = 0. The distance is the smaller of the bounds that the two courses find.
//
// OpenMP threads work on different placements at the same time. The result does not depend on the number of threads, on
// the order of placements, or on which placements are sparse. Only one thread at a time may call the object's
// functions.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "core/error.h"
#include "core/outcome.h"
#include "db/label_code.h"
#include "db/label_statistics.h"
#include "db/position_cell.h"
#include "solver/exact/stage_runner.h"
#include "solver/exact/stage_schedule.h"
#include "solver/kernel/kernel.h"
#include "solver/placements/placement_table.h"
#include "solver/values/change_lists.h"

namespace uisge {

struct ExactOptions {
  StuckRule stuck = StuckRule::kLoses;
  InstructionSet instructions = InstructionSet::kPortable;
  std::size_t threads = 1;
  // The number of dense placements (those computed by whole blocks) that the threads handle between two barriers.
  std::size_t batch = 1;
  // The greatest amount of memory for the lists of positions that became won in a stage. With less memory, more
  // placements take the dense way (whole blocks).
  std::uint64_t list_bytes = std::uint64_t{16} << 20;
  // The positions whose labels are wanted: cells of live positions, ascending, without repetition.
  std::span<const PositionCell> noted = {};
  // For tests. only_dense: every placement is dense. only_sparse: every placement that can be sparse is sparse.
  bool only_dense = false;
  bool only_sparse = false;
};

// The state of a course (series of stages) between two stages, from which the course can be continued. The spans refer
// to the engine's own memory.
struct CourseState {
  Course course = Course::kFromNothing;
  std::uint32_t stages = 0;              // the number of completed stages
  std::span<std::uint64_t> won;          // the words of the plane
  std::span<std::uint32_t> lost_counts;  // by placement: the number of lost positions found so far
  std::span<LabelCode> labels;           // the labels found so far for ExactOptions::noted
  ChangeLists* newly_won = nullptr;      // the wins of the last stage
};

class ExactEngine : public StageRunner {
 public:
  // The memory that the engine takes besides the table and the schedule: for the plane, for the window, and for
  // everything else.
  struct Memory {
    std::uint64_t plane = 0;
    std::uint64_t window = 0;
    std::uint64_t other = 0;
  };
  static Memory memory(const PlacementTable& table, const StageSchedule& schedule, const ExactOptions& options);

  // Throws std::bad_alloc. The table, the schedule and options.noted must outlive the engine.
  static std::unique_ptr<ExactEngine> create(const PlacementTable& table, const StageSchedule& schedule,
                                             const ExactOptions& options);

  // Prepares the engine to continue a course after its first `stages` stages. Returns the engine's memory, cleared. The
  // caller must fill this memory with a copy of a state that state() returned. REQUIRES: stages >= 1.
  virtual CourseState begin_after(Course course, std::uint32_t stages) = 0;
  // The state after the stage that the engine ran last. REQUIRES: at least one stage is over, and none was interrupted,
  // since an interrupted stage has changed only some parts of the plane.
  virtual CourseState state() = 0;
};

}  // namespace uisge
