// The exact engine: values with exact distances from one plane, that of the won positions.
//
// It works in *stages*; each decides two plies. Suppose the plane holds the positions that are won in at most d plies.
// A stage makes the lost blocks of every placement from the plane: these are the positions that are lost in at most
// d + 1. It then sets every position from which a move leads to one of them: those are won in at most d + 2. Both are
// done in one go over the placements. The lost blocks of a placement are made before any won block that they depend on
// changes, and given up when nothing needs them any more (stage_schedule.h). So the plane changes in place, and a stage
// sees it as the stage before has left it. docs/exact.md has the argument at length.
//
// A stage does with a placement as little as the values engine does: nothing if nothing nearby became won in the last
// stage, a few candidates from lists, or whole blocks. Only whole blocks take room in the window.
//
// Under `loses`, `draws` and `passes` wins have odd distances and losses even ones. So the stages that begin with
// nothing won, d = -1, tell all distances. Under `wins` a stuck player has won in 0 plies, and distances are of both
// kinds. There a stage tells a distance only up to one ply. A second course of stages, which begins with d = 0, tells
// the rest: a distance is the smaller of both courses' bounds.
//
// Parallel over placements with OpenMP; the result does not depend on the number of threads, the schedule or the lists.
// Use the object from one thread.
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
#include "solver/exact/stage_schedule.h"
#include "solver/kernel/kernel.h"
#include "solver/placements/placement_table.h"
#include "solver/values/change_lists.h"

namespace uisge {

struct ExactOptions {
  StuckRule stuck = StuckRule::kLoses;
  InstructionSet instructions = InstructionSet::kPortable;
  std::size_t threads = 1;
  // How many placements are made whole between two barriers of the threads.
  std::size_t batch = 1;
  // The most memory for the lists of positions that became won in a stage; with less, more blocks are made whole.
  std::uint64_t list_bytes = std::uint64_t{16} << 20;
  // Live cells of the table, ascending, each once, whose labels are wanted.
  std::span<const PositionCell> noted = {};
  // For tests: make all placements whole, or use lists wherever they exist.
  bool only_dense = false;
  bool only_sparse = false;
};

// What a course of stages begins with.
enum class Course : std::uint8_t {
  kFromNothing,  // nothing is won
  kFromStuck     // the stuck positions are won; under `wins` alone
};

// Counts are raw positions.
struct StageCounts {
  Plies lost_within = 0;  // the stage decides all losses within this number of plies, one more than the plane held wins
  Plies won_within = 0;   // and all wins within this number
  std::uint64_t won = 0;  // newly, in this stage
  std::uint64_t lost = 0;
  std::uint64_t dense = 0;   // placements whose blocks were made whole
  std::uint64_t sparse = 0;  // placements that were done from lists
  std::size_t window = 0;    // the most placements whose lost blocks were kept at once
  // The first newly won position, in the order of cells. If there is none: the first newly lost position, if it is
  // known.
  std::optional<PositionCell> example;
};

// The stages of a course have numbers from 1. Within kMaxPlies there are no more than kMaxStages of them.
inline constexpr std::uint32_t kMaxStages = kMaxPlies / 2 + 1;
// The plies of a stage; the counts are zeros. REQUIRES: 1 <= stage <= kMaxStages.
constexpr StageCounts stage_plies(Course course, std::uint32_t stage) {
  StageCounts counts;
  counts.lost_within = static_cast<Plies>(2 * (stage - 1) + (course == Course::kFromStuck ? 1 : 0));
  counts.won_within = static_cast<Plies>(counts.lost_within + 1);
  return counts;
}

// A course between two stages: what it needs to go on. The memory is the engine's own.
struct CourseState {
  Course course = Course::kFromNothing;
  std::uint32_t stages = 0;              // that are over
  std::span<std::uint64_t> won;          // the words of the plane
  std::span<std::uint32_t> lost_counts;  // by placement: the lost positions that were found
  std::span<LabelCode> labels;           // of the noted cells
  ChangeLists* newly_won = nullptr;      // in the last stage, whose number is the step's
};

struct StageCallbacks {
  // Called from one thread, between two batches, with the share of the stage that is done and what it has found so far.
  std::function<void(double share, const StageCounts& counts)> progress;
  const std::atomic<bool>* cancel = nullptr;
};

class ExactEngine {
 public:
  // The memory that the engine takes besides the table and the schedule: the plane, the window, and the rest.
  struct Memory {
    std::uint64_t plane = 0;
    std::uint64_t window = 0;
    std::uint64_t other = 0;
  };
  static Memory memory(const PlacementTable& table, const StageSchedule& schedule, const ExactOptions& options);

  // Throws std::bad_alloc. Table, schedule and noted cells must outlive the engine.
  static std::unique_ptr<ExactEngine> create(const PlacementTable& table, const StageSchedule& schedule,
                                             const ExactOptions& options);
  virtual ~ExactEngine() = default;

  // Begins a course: clears the plane and the noted labels. Returns how many raw positions are won at its beginning.
  virtual std::uint64_t begin(Course course) = 0;
  // Goes on with a course after `stages` stages: clears everything, and returns memory that the caller must fill with
  // what state() gave. REQUIRES: stages >= 1.
  virtual CourseState begin_after(Course course, std::uint32_t stages) = 0;
  // REQUIRES: at least one stage is over, and none was interrupted, since an interrupted stage leaves a plane of mixed
  // age.
  virtual CourseState state() = 0;
  // The next stage. If it finds nothing, all other positions are drawn. If the error is kInterrupted, the course must
  // be begun again, since the plane is of mixed age. REQUIRES: begin() or begin_after() before.
  virtual Result<StageCounts> run_stage(const StageCallbacks& callbacks) = 0;

  // The labels of the noted cells by the stages of this course so far: draws while they are not decided. A label has
  // the number of plies *within* which the position is decided (StageCounts).
  virtual std::span<const LabelCode> labels() const = 0;

  // Counts the wins of the plane and the losses that follow from them, without distances. These losses are the ones
  // that the next stage would find. REQUIRES: no stage was interrupted.
  virtual Result<LabelSummary> summary(const StageCallbacks& callbacks) = 0;
};

}  // namespace uisge
