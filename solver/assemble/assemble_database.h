// Makes the database file from the ply log, as the last stage of a solve.
//
// In a TBB pipeline, chunks (runs of placements) are read, labelled and compressed in parallel, and written in order.
// So the file's bytes do not depend on the number of threads. Memory: the labels of two chunks per thread, with 2 bytes
// per position.
#pragma once

#include <atomic>
#include <functional>

#include "core/instruction_set.h"
#include "db/label_statistics.h"
#include "db/output_place.h"
#include "solver/checkpoint/ply_log_reader.h"
#include "solver/placements/placement_table.h"

namespace uisge {

struct AssembledDatabase {
  LabelSummary summary;
  std::uint64_t bytes = 0;
};

struct AssemblyOptions {
  CodecId codec;  // REQUIRES: the codec stores distances
  InstructionSet instructions;
  std::size_t threads;
};

// Writes the database to `place`. `report` is called with the finished share of the work, by one thread at a time;
// the share is 0 while the codec is trained.
// Errors: write errors; read errors of the log; kInterrupted when cancelled. After an error no file is left behind.
Result<AssembledDatabase> assemble_database(const PlacementTable& table, const PlyLogReader& log,
                                            const OutputPlace& place, const AssemblyOptions& options,
                                            const std::function<void(double)>& report, const std::atomic<bool>& cancel);

}  // namespace uisge
