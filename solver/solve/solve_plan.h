// Estimates the memory, disk space and time of a solve before it starts.
#pragma once

#include <cstdint>

#include "core/error.h"
#include "db/codec_id.h"
#include "db/format.h"
#include "solver/resources.h"

namespace uisge {

struct SolvePlan {
  DatabaseIdentity identity = {};
  std::uint64_t placements = 0;  // canonical placements
  std::uint64_t cells = 0;       // placements * colourings * crown states; a cell has one bit in each plane
  std::size_t threads = 1;

  // The memory that the solve takes.
  std::uint64_t table_bytes = 0;
  std::uint64_t plane_bytes = 0;      // both planes
  std::uint64_t frontier_bytes = 0;   // lists of what the last plies decided; can be reduced to kMinFrontierBytes
  std::uint64_t work_bytes = 0;       // per-thread memory, and the log's index
  std::uint64_t held_back_bytes = 0;  // segments that a ply holds back until it ends (retrograde.h)
  std::uint64_t memory_bytes() const {
    return table_bytes + plane_bytes + frontier_bytes + work_bytes + held_back_bytes;
  }
  std::uint64_t least_memory_bytes() const;

  // The disk space for the log, if the solve writes a file. The log exists until the database is complete.
  std::uint64_t log_bytes = 0;
  std::uint64_t file_bytes = 0;

  std::uint64_t disk_bytes() const { return log_bytes + file_bytes; }

  double seconds = 0;  // a rough estimate of the time for computing, without the disk
  // The estimated time of a solve that writes a file. The log is written while the plies are computed, and read while
  // the database is written.
  double seconds_with_disk(std::uint64_t bytes_per_second) const;
};

inline constexpr std::uint64_t kMinFrontierBytes = std::uint64_t{1} << 20;
// The speed assumed for an unknown disk; an SSD reaches it.
inline constexpr std::uint64_t kUsualDiskBytesPerSecond = std::uint64_t{500} << 20;

// Counts the placements, which takes a second for the real game, and estimates the memory, disk space and time of the
// solve. A board that is too small for the pieces has no placements.
SolvePlan make_plan(const DatabaseIdentity& identity, std::size_t threads, CodecId codec = CodecId::kLostPositions);
// The plan for known numbers of placements and of moves between placements.
SolvePlan make_plan(const DatabaseIdentity& identity, std::size_t threads, std::uint64_t placements,
                    std::uint64_t transitions, CodecId codec = CodecId::kLostPositions);

// Reduces the plan to the needs of one process when several processes share the board. The process holds `held`
// placements. Only the leader keeps the index of the log.
void restrict_plan(SolvePlan& plan, std::uint64_t held, bool is_leader);

// The largest number of pieces per side with which the board can be solved within `memory` and `disk` bytes. Only
// numbers below the plan's number are tried; 0 if none fits.
int fewer_pieces_that_fit(const SolvePlan& plan, std::uint64_t memory, std::uint64_t disk);

// Reduces the memory for the lists of decided positions (the frontier), so that the plan keeps within the limit. If the
// plan still exceeds the limit, a resource error names the needed memory, the limit and a remedy.
Result<void> fit_memory(SolvePlan& plan, const MemoryLimit& limit);
// If the disk of `output` has too little room, a resource error names the needed and the free bytes. `existing` bytes
// of the solve's files are already on the disk.
Result<void> check_disk(const SolvePlan& plan, const std::string& output, std::uint64_t existing);

}  // namespace uisge
