// Writes a checkpoint with wrong plies and correct checksums.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "solver/checkpoint/ply_log_reader.h"

namespace uisge::test {

// Receives a ply's number, counts and segments, and may change the counts and the segments. A segment of the new file
// gets the data that the old file has at the segment's offset.
using ChangePly = std::function<void(std::size_t ply, PlyCounts& counts, std::vector<SegmentRecord>& segments)>;

// Returns the bytes of the new file. REQUIRES: `path` names an intact checkpoint.
std::string forged_log(const std::string& path, const ChangePly& change);

}  // namespace uisge::test
