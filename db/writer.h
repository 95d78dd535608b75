// Writes a database file.
//
// A file is written in three stages: training, encoding and finishing. Encoding takes longest and can run on any number
// of threads:
//
//   CodecTrainer trainer(codec, pieces, placements) ... trainer.finish()                one (codec_trainer.h)
//   DatabaseWriter writer = DatabaseWriter::create(place, identity, placements, model)  one
//   PlacementEncoder encoder(writer.plan())                                             one per thread
//   EncodedPlacement encoded = encoder.encode(i, codes)                                 in parallel, any order
//   writer.append(encoded)                                                              in order of i, from one thread
//   writer.finish(statistics.summary())                                                 at the end
//
// `codes` are the labels of placement i in index order (core/colouring.h). `statistics` is the merged LabelStatistics
// of all threads. The bytes of the file do not depend on the number of threads. The file appears when finish()
// succeeds. Otherwise no file is left behind, unless only the sync of the folder failed.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "db/codec.h"
#include "db/file.h"
#include "db/format.h"
#include "db/label_statistics.h"

namespace uisge {

// What the encoders of all threads share; const after construction.
struct WritePlan {
  FileHeader header;
  Checksum header_checksum = 0;
  std::unique_ptr<const CodecModel> model;
  std::span<const SquareSet> placements;
};

// The coded units of one placement, with their checksums.
struct EncodedPlacement {
  std::size_t placement = 0;
  Bytes bytes;
  std::vector<std::uint32_t> unit_bytes;
};

class PlacementEncoder {
 public:
  explicit PlacementEncoder(const WritePlan& plan);
  // REQUIRES: codes.size() == positions_per_placement. Encodes about 100 million labels per second.
  EncodedPlacement encode(std::size_t placement, std::span<const LabelCode> codes);

 private:
  const WritePlan* plan_;
  UnitEncoder encoder_;
};

class DatabaseWriter {
 public:
  // `placements`: at most 2^32 - 2 canonical placements in ascending order; they must outlive the writer.
  static Result<DatabaseWriter> create(const OutputPlace& place, const DatabaseIdentity& identity,
                                       std::span<const SquareSet> placements, std::unique_ptr<const CodecModel> model);
  const WritePlan& plan() const { return *plan_; }

  // REQUIRES: all placements are appended in order, each once.
  Result<void> append(const EncodedPlacement& encoded);
  // Completes the file, gives it its name, and returns its size in bytes. REQUIRES: all placements have been appended.
  Result<std::uint64_t> finish(const LabelSummary& summary);

 private:
  explicit DatabaseWriter(AtomicFile file) : file_(std::move(file)) {}
  Result<void> put(ByteView bytes);

  AtomicFile file_;
  std::unique_ptr<WritePlan> plan_;  // on the heap, so that its address stays the same when the writer is moved
  FileHasher hasher_;
  std::vector<std::uint32_t> unit_bytes_;
  std::uint32_t next_placement_ = 0;
};

// Returns the cell of the start array in a database of these placements. Returns nothing if the board has no start
// array, or if the game is over in the start array. Pure.
std::optional<PositionCell> start_cell(const Board& board, int pieces, std::span<const SquareSet> placements);

}  // namespace uisge
