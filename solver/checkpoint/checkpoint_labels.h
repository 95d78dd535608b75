// Gives a probe (db/probe.h) the labels of an unfinished solve, as far as its complete plies decide them.
//
// When a label of a chunk is asked for, all labels of the chunk are made from the chunk's segments, in about ten
// milliseconds, and kept in a bounded cache. open() enumerates the placements of the board, which takes a second for
// the real game. Not thread-safe.
#pragma once

#include <memory>
#include <vector>

#include "db/recent_entries.h"
#include "solver/checkpoint/label_chunks.h"
#include "solver/placements/file_placements.h"

namespace uisge {

class CheckpointLabels final : public EnumeratedLabels {
 public:
  // Errors: those of PlyLogReader::open; kBadFile if the board and the checkpoint differ in their numbers of
  // placements.
  static Result<std::unique_ptr<CheckpointLabels>> open(const std::string& path, std::size_t cache_bytes);

  const PlyLogReader& log() const { return log_; }
  Result<LabelCode> code(PositionCell cell) override;
  std::optional<Plies> decided_plies() const override;

  // The number of positions of the board in which each side has a blank. Mirrored and rotated copies of a position
  // count separately. Goes through all placements.
  std::uint64_t live() const;

 private:
  CheckpointLabels(PlyLogReader log, std::vector<SquareSet> placements, std::size_t cache_bytes);

  PlyLogReader log_;
  LabelChunks chunks_;
  RecentEntries<std::vector<LabelCode>> cache_;  // by chunk
  LabelChunks::Scratch scratch_;
  std::vector<LabelCode> fresh_;  // the labels of the chunk that is being read
};

}  // namespace uisge
