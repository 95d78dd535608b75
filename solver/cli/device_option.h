// The options `--device` and `--device-memory`, which say whether a graphics card or the processors do a solve of
// values (solve --values).
#pragma once

#include <optional>

#include "solver/cli/options.h"
#include "solver/solve_values/solve_values.h"

namespace uisge::cli {

struct DeviceOptions {
  CardChoice card = CardChoice::kNever;
  std::optional<std::uint64_t> memory;
};
void add_device_options(CLI::App& command, DeviceOptions& options, CLI::Option* values,
                        const std::string& memory_description);

}  // namespace uisge::cli
