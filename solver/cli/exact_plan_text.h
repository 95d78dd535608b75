// `uisge plan --values --exact`: estimates what an exact solve needs.
#pragma once

#include <optional>

#include "db/format.h"
#include "solver/cli/device_option.h"
#include "solver/cli/output.h"

namespace uisge::cli {

// `memory`: the memory of the planned machine; unset: the memory that this machine has available. Errors: usage if the
// pieces do not fit on the board; resource if the plan is for a card that is missing or too small.
Result<void> run_exact_plan(const DatabaseIdentity& identity, std::size_t threads, std::optional<std::uint64_t> memory,
                            const DeviceOptions& device, Output& output);

}  // namespace uisge::cli
