// Writes a checkpoint with wrong plies and right checksums, which no checksum can reveal.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "solver/checkpoint/ply_log_reader.h"

namespace uisge::test {

// Gets the number of a ply, its counts and its segments, and changes them. Segments keep the data at their offset in
// the old file.
using ChangePly = std::function<void(std::size_t ply, PlyCounts& counts, std::vector<SegmentRecord>& segments)>;

// The bytes of the new file. REQUIRES: an intact checkpoint at `path`.
std::string forged_log(const std::string& path, const ChangePly& change);

}  // namespace uisge::test
