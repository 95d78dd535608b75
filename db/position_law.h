// Checks that the label of one position follows from the labels after its moves (the law of reply_key.h), which it
// looks up one by one.
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
