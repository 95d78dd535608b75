// Checks one position: its label must follow from the labels of the positions after its moves. The check looks these
// labels up with a probe (probe.h).
#pragma once

#include <optional>
#include <string>

#include "db/probe.h"

namespace uisge {

struct PositionLaw {
  std::optional<std::string>
      broken;  // what is wrong, in one line that begins with the position; absent if the label is right
  std::uint64_t moves = 0;
};

// Errors: those of the probe.
Result<PositionLaw> check_position_law(Probe& probe, const Position& position);

}  // namespace uisge
