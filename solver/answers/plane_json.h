// The JSON that describes the plane of an unfinished values solve (docs/formats/plane.md).
#pragma once

#include <string>

#include "core/error.h"
#include "solver/answers/json.h"

namespace uisge {

// The JSON object that `info` prints for a plane (docs/json.md). Errors: those of PlaneFile::open_to_read.
Result<Json> plane_json(const std::string& path);

}  // namespace uisge
