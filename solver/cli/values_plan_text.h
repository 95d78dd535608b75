// `uisge plan --values`: what a solve of values alone will need.
#pragma once

#include <optional>

#include "db/format.h"
#include "solver/cli/device_option.h"
#include "solver/cli/output.h"

namespace uisge::cli {

// The machine that is asked about; what is unset is this one's.
struct PlannedMachine {
  std::size_t threads = 1;
  std::optional<std::uint64_t> memory;
  std::optional<std::uint64_t> disk;
  std::uint64_t disk_bytes_per_second = 0;
  DeviceOptions device;
};

// Errors: usage if the pieces do not fit on the board, resource if the memory is too small for a single step, or if a
// card is asked about that is not there or has no room.
Result<void> run_values_plan(const DatabaseIdentity& identity, const PlannedMachine& machine, Output& output);

}  // namespace uisge::cli
