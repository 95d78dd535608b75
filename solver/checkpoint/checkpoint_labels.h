// The labels of an unfinished solve, for the probe: what its complete plies have decided.
//
// A chunk's labels are put together from all its segments when one of them is asked for, some ten milliseconds, and
// kept in a bounded cache; a position and its moves lie in up to a dozen chunks. Opening enumerates the placements of
// the board, a second for the real game. Not thread-safe.
#pragma once

#include <memory>
#include <vector>

#include "db/label_source.h"
#include "db/recent_entries.h"
#include "solver/checkpoint/label_chunks.h"

namespace uisge {

class CheckpointLabels final : public LabelSource {
 public:
  // Errors: those of PlyLogReader::open; kBadFile if the board has other placements than the checkpoint.
  static Result<std::unique_ptr<CheckpointLabels>> open(const std::string& path, std::size_t cache_bytes);

  const PlyLogReader& log() const { return log_; }
  const std::string& path() const override { return log_.path(); }
  const DatabaseIdentity& identity() const override { return log_.header().identity; }
  const Board& board() const override { return board_; }
  const Colourings& colourings() const override { return colourings_; }
  std::span<const SquareSet> placements() const override { return placements_; }
  Result<LabelCode> code(PositionCell cell) override;
  std::optional<Plies> decided_plies() const override;

  // The board's live positions, raw: what the plies' counts are shares of. Goes through all placements.
  std::uint64_t live() const;

 private:
  CheckpointLabels(PlyLogReader log, std::vector<SquareSet> placements, std::size_t cache_bytes);

  PlyLogReader log_;
  Board board_;
  Colourings colourings_;
  std::vector<SquareSet> placements_;
  LabelChunks chunks_;
  RecentEntries<std::vector<LabelCode>> cache_;  // by chunk
  LabelChunks::Scratch scratch_;
  std::vector<LabelCode> fresh_;  // of the chunk that is being read
};

}  // namespace uisge
