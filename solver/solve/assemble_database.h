// The last step of a solve: the ply log becomes the database file.
//
// A TBB pipeline: chunks are read, labelled and compressed in parallel and written in order, so the bytes do not
// depend on the number of threads. Memory: 2 bytes per position of a chunk, for two chunks a thread.
#pragma once

#include <atomic>
#include <functional>

#include "db/label_statistics.h"
#include "db/output_place.h"
#include "solver/placement_table.h"
#include "solver/solve/ply_log_reader.h"

namespace uisge {

struct AssembledDatabase {
  LabelSummary summary;
  std::uint64_t bytes = 0;
};

// Publishes the database in `place`, by a codec that stores distances. `report` is told the share done, from one thread
// at a time. Errors: those of writing and of reading the log; kInterrupted when cancelled, with nothing left behind.
Result<AssembledDatabase> assemble_database(const PlacementTable& table, const PlyLogReader& log,
                                            const OutputPlace& place, CodecId codec, int threads,
                                            const std::function<void(double)>& report, const std::atomic<bool>& cancel);

}  // namespace uisge
