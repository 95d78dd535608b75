// Makes the labels of positions from the ply log. The log is ordered by ply, the labels by placement, as a database
// stores them.
//
// A LabelChunks is const after its construction, so threads may share it. It takes 24 bytes per segment of the log.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/instruction_set.h"
#include "db/label_code.h"
#include "solver/checkpoint/ply_log_reader.h"

namespace uisge {

class LabelChunks {
 public:
  // The log must outlive the object, and must not grow while the object lives. REQUIRES: is_supported(instructions).
  LabelChunks(const PlyLogReader& log, InstructionSet instructions);

  std::size_t chunk_count() const { return first_.size() - 1; }
  std::size_t first_placement(std::size_t chunk) const { return chunk * log_.header().chunk_size; }
  std::size_t placements(std::size_t chunk) const;

  // Memory that is reused from chunk to chunk.
  struct Scratch {
    std::vector<std::vector<std::uint8_t>> segments;
    std::vector<LabelCode> codes;
    std::vector<std::uint64_t> words;
  };
  // Calls visit(n, codes) for the chunk's placements in order; n counts from 0, and `codes` are the placement's labels
  // by index. Errors: reading failed, or (kBadFile) the log is damaged; labels that were visited before are then
  // invalid.
  using Visit = std::function<void(std::size_t n, std::span<const LabelCode> codes)>;
  Result<void> read(std::size_t chunk, Scratch& scratch, const Visit& visit) const;

 private:
  const PlyLogReader& log_;
  InstructionSet instructions_;
  std::vector<SegmentRecord> records_;  // ordered by chunk, then by ply
  std::vector<std::size_t> first_;      // the first record of each chunk; the last entry is the end
};

}  // namespace uisge
