// The law that the label of one position must keep, checked with its moves looked up one by one.
#pragma once

#include <optional>
#include <string>

#include "db/probe.h"

namespace uisge {

struct PositionLaw {
  std::optional<std::string> broken;  // how, in one line that begins with the position
  std::uint64_t moves = 0;
};

// Errors: those of the probe.
Result<PositionLaw> check_position_law(Probe& probe, const Position& position);

}  // namespace uisge
