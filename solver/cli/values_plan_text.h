// `uisge plan --values`: estimates what a solve of values needs.
#pragma once

#include <optional>

#include "db/format.h"
#include "solver/cli/device_option.h"
#include "solver/cli/output.h"

namespace uisge::cli {

// The machine for which the solve is planned; where a value is unset, the value of this machine is used.
struct PlannedMachine {
  std::size_t threads = 1;
  std::optional<std::uint64_t> memory;
  std::optional<std::uint64_t> disk;
  std::uint64_t disk_bytes_per_second = 0;
  DeviceOptions device;
};

// Errors: usage if the pieces do not fit on the board; resource if memory cannot hold the least that a solve needs, or
// if the wanted card does not exist or has too little memory.
Result<void> run_values_plan(const DatabaseIdentity& identity, const PlannedMachine& machine, Output& output);

}  // namespace uisge::cli
