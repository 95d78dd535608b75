#include "solver/exact/exact_plan.h"

#include <algorithm>
#include <utility>

#include "core/piece_count.h"
#include "solver/blocks/plane.h"
#include "solver/exact/exact_engine.h"
#include "solver/ratio.h"
#include "solver/values/values_plan.h"

namespace uisge {

namespace {

// The engine handles placements in batches (ExactOptions::batch). Threads wait for each other twice per batch, so a
// small batch wastes time. A batch has 1 / kBatchShare of all placements, or more if these blocks have less
// than kLeastBatchBytes. The window, the memory for lost blocks, needs room for at least one batch.
constexpr std::size_t kBatchShare = 128;
constexpr std::uint64_t kLeastBatchBytes = std::uint64_t{8} << 20;
// The lists of the positions that became won in a stage take 1 / kStageListShare of the plane's memory, but at least
// kLeastStageListBytes.
constexpr std::uint64_t kStageListShare = 100;
constexpr std::uint64_t kLeastStageListBytes = std::uint64_t{1} << 20;

// The time that one course (a series of stages, docs/exact.md) takes per position, on one thread. On 7x6 with five a
// side, 11.7 ns were measured. Games with six a side have more plies, and so more stages.
constexpr double kSecondsPerPosition = 12e-9;
constexpr double kSecondsPerPositionOfSix = 20e-9;
// On 7x6 with four pieces a side, a course of stages (solver/exact/exact_engine.h) takes 36 times as long as one stage
// over the whole board; with five pieces a side, 30 times as long. Games with six a side have more plies, so a course
// takes more stages. A device keeps no lists of new wins, so it computes most placements in late stages, too. The
// values of the real game took 94 sweeps over everything (docs/lab/real-game.md); a stage decides fewer plies.
constexpr double kStagesOfCourse = 33;
constexpr double kStagesOfCourseOfSix = 55;
constexpr double kStagesOnDevice = 60;
constexpr double kStagesOnDeviceOfSix = 150;

int courses_of(const DatabaseIdentity& identity) {
  return identity.rules.stuck == StuckRule::kWins ? 2 : 1;
}

}  // namespace

double seconds_of_courses(const DatabaseIdentity& identity, double stage_seconds, bool is_on_device) {
  const bool is_of_six = identity.pieces == kMaxPieces;
  const double stages = is_on_device ? (is_of_six ? kStagesOnDeviceOfSix : kStagesOnDevice)
                                     : (is_of_six ? kStagesOfCourseOfSix : kStagesOfCourse);
  return courses_of(identity) * stages * stage_seconds;
}

double ExactPlan::seconds() const {
  if (device) return seconds_of_courses(identity, device->stage_seconds, true);
  const double per_position = identity.pieces == kMaxPieces ? kSecondsPerPositionOfSix : kSecondsPerPosition;
  return courses_of(identity) * per_position * ratio(cells, threads);
}

ExactPlan plan_exact(const DatabaseIdentity& identity, const PlacementTable& table, const StageSchedule& schedule,
                     std::size_t threads) {
  ExactPlan plan{.identity = identity,
                 .placements = table.size(),
                 .cells = table.size() * std::uint64_t{positions_per_placement(identity.pieces)},
                 .threads = threads};
  const std::uint64_t least_batch = kLeastBatchBytes / Plane::bytes_for(1, identity.pieces);
  plan.batch = std::max<std::size_t>({table.size() / kBatchShare, least_batch, threads});
  const ExactOptions options{
      .threads = threads,
      .batch = plan.batch,
      .list_bytes = std::max(kLeastStageListBytes, Plane::bytes_for(table.size(), identity.pieces) / kStageListShare)};
  const ExactEngine::Memory memory = ExactEngine::memory(table, schedule, options);
  plan.list_bytes = options.list_bytes;
  plan.window = std::min(table.size(), schedule.window() + plan.batch);
  plan.table_bytes = table.bytes() + StageSchedule::bytes_for(table.size());
  plan.plane_bytes = memory.plane;
  plan.window_bytes = memory.window;
  plan.other_bytes = kProcessBytes + memory.other;
  return plan;
}

std::uint64_t bytes_beside_device(const ExactPlan& plan) {
  return plan.table_bytes + plan.other_bytes - 2 * plan.list_bytes;
}

void plan_with(const DeviceShare& share, ExactPlan& plan) {
  plan.device = share;
  plan.window = share.window;
  plan.window_bytes = Plane::bytes_for(share.window, plan.identity.pieces);
  plan.other_bytes -= 2 * std::exchange(plan.list_bytes, 0);
}

}  // namespace uisge
