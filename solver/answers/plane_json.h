// The JSON that describes a plane file (docs/formats/plane.md), which an unfinished solve without distances leaves.
#pragma once

#include <string>

#include "core/error.h"
#include "solver/answers/json.h"

namespace uisge {

// The JSON object that `info` prints for a plane (docs/json.md). Errors: those of PlaneFile::open_to_read.
Result<Json> plane_json(const std::string& path);

}  // namespace uisge
