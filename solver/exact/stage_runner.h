// The stages of an exact solve, by processors (exact_engine.h) or by a device (exact_device.h): what each stage
// decides, and the interface that runs the stages.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "core/error.h"
#include "core/outcome.h"
#include "db/label_code.h"
#include "db/label_statistics.h"
#include "db/position_cell.h"

namespace uisge {

// Which positions are won when a course (series of stages) begins.
enum class Course : std::uint8_t {
  kFromNothing,  // nothing is won
  kFromStuck     // the stuck positions are won; only under the stuck rule `wins`
};

// How many plies a stage decides, and what the stage has found. Mirrored and rotated copies of a position count
// separately.
struct StageCounts {
  Plies lost_within = 0;     // all losses within this number of plies are decided
  Plies won_within = 0;      // all wins within this number of plies are decided
  std::uint64_t won = 0;     // new wins of this stage
  std::uint64_t lost = 0;    // new losses of this stage
  std::uint64_t dense = 0;   // placements that were computed by whole blocks
  std::uint64_t sparse = 0;  // placements that were computed from lists
  std::size_t window = 0;    // the most placements whose lost blocks were kept at once
  // The first position that the stage decided: the first new win or, if the stage found no win, the first new loss.
  // Positions are ordered by placement, then by index. There is no example if the stage found nothing, or if it found
  // only losses and does not know the first loss.
  std::optional<PositionCell> example;
};

// The stages of a course are numbered from 1. A course that finds all distances up to kMaxPlies has at most kMaxStages
// stages.
inline constexpr std::uint32_t kMaxStages = kMaxPlies / 2 + 1;
// Returns counts in which only `lost_within` and `won_within`, the stage's bounds in plies, are set. All other members
// are zero. REQUIRES: 1 <= stage <= kMaxStages.
constexpr StageCounts stage_plies(Course course, std::uint32_t stage) {
  StageCounts counts;
  counts.lost_within = static_cast<Plies>(2 * (stage - 1) + (course == Course::kFromStuck ? 1 : 0));
  counts.won_within = static_cast<Plies>(counts.lost_within + 1);
  return counts;
}

struct StageCallbacks {
  // Called from one thread, many times in a stage, with the share of the stage that is done, and with what the stage
  // has found so far.
  std::function<void(double share, const StageCounts& counts)> progress;
  const std::atomic<bool>* cancel = nullptr;
};

class StageRunner {
 public:
  virtual ~StageRunner() = default;

  // Begins a course (docs/exact.md): clears the plane and the labels. Returns how many positions are won when the
  // course begins, counted as in StageCounts.
  virtual Result<std::uint64_t> begin(Course course) = 0;
  // Runs the next stage. If the stage finds nothing, all undecided positions are drawn. After an error the course must
  // be begun again, since this stage has changed only a part of the plane. Errors: kInterrupted, and those of the
  // device. REQUIRES: the course was begun, by begin() or ExactEngine::begin_after().
  virtual Result<StageCounts> run_stage(const StageCallbacks& callbacks) = 0;

  // The labels that this course has given so far to the noted positions (ExactOptions). A position that is not
  // decided yet has the label of a draw. A label of a win or loss has the number of plies *within* which the position
  // is decided (StageCounts).
  virtual std::span<const LabelCode> labels() const = 0;

  // Counts the wins of the plane, and the losses that follow from them (the losses that the next stage would find),
  // without distances. REQUIRES: no stage was interrupted.
  virtual Result<LabelSummary> summary(const StageCallbacks& callbacks) = 0;
};

}  // namespace uisge
