// Checks the law of reply_key.h for one position: its label must follow from the labels of the positions after its
// moves. These labels are looked up one by one.
#pragma once

#include <optional>
#include <string>

#include "db/probe.h"

namespace uisge {

struct PositionLaw {
  std::optional<std::string> broken;  // how the law is broken, in one line that begins with the position
  std::uint64_t moves = 0;
};

// Errors: those of the probe.
Result<PositionLaw> check_position_law(Probe& probe, const Position& position);

}  // namespace uisge
