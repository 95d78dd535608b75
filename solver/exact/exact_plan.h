// Estimates the memory and time of an exact solve before it starts, and divides the memory between the parts of the
// solve.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "db/format.h"
#include "solver/exact/stage_schedule.h"
#include "solver/placements/placement_table.h"

namespace uisge {

// The memory that a device (exact_device.h) needs to run the stages of a solve, and the time of a stage.
struct DeviceShare {
  std::string name;
  std::size_t window = 0;  // the most placements whose lost blocks are kept at once
  std::uint64_t device_bytes = 0;
  std::uint64_t host_bytes = 0;
  // The bytes that a stage over all placements copies to the device. The stage copies the same number of bytes back.
  std::uint64_t copied_bytes_per_stage = 0;
  double stage_seconds = 0;  // the time of a stage over all placements
};

// The memory that a solve needs, and how the solve divides it.
struct ExactPlan {
  DatabaseIdentity identity = {};
  std::uint64_t placements = 0;  // canonical placements
  std::uint64_t cells = 0;       // placements x colourings x crown states of both sides; one bit each
  std::size_t threads = 1;
  std::size_t window = 0;  // the most placements whose lost blocks are kept at once
  std::size_t batch = 1;
  std::uint64_t table_bytes = 0;
  std::uint64_t plane_bytes = 0;
  std::uint64_t window_bytes = 0;
  std::uint64_t other_bytes = 0;           // the program, what grows with placements and threads, two stages' lists
  std::uint64_t list_bytes = 0;            // the lists of one stage
  std::optional<DeviceShare> device = {};  // if set, the device holds the window and runs all stages
  double seconds() const;                  // a rough estimate
  std::uint64_t memory_bytes() const {
    return table_bytes + other_bytes + (device ? device->host_bytes : plane_bytes + window_bytes);
  }
};
// The seconds of all courses (series of stages) of a solve, if a stage over all placements takes `stage_seconds`. On a
// device fewer stages skip placements.
double seconds_of_courses(const DatabaseIdentity& identity, double stage_seconds, bool is_on_device);

// The plan does not depend on the memory of any machine. The caller must compare the plan's bytes with the available
// memory.
ExactPlan plan_exact(const DatabaseIdentity& identity, const PlacementTable& table, const StageSchedule& schedule,
                     std::size_t threads);

// The main memory that a solve by this plan takes in addition to the device's share. The memory for lists of new wins
// (`list_bytes`) is not counted, since a device does not need such lists.
std::uint64_t bytes_beside_device(const ExactPlan& plan);
// Changes `plan` so that the device runs all stages. `share` is the memory and time that the device needs for them.
void plan_with(const DeviceShare& share, ExactPlan& plan);

}  // namespace uisge
