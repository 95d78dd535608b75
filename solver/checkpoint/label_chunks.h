// Makes labels, which a database stores by placement, from the ply log, which is ordered by ply.
//
// Const after construction and safe to share between threads. 24 bytes per segment.
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
  // The log must outlive the object and must not grow meanwhile. REQUIRES: is_supported(instructions).
  LabelChunks(const PlyLogReader& log, InstructionSet instructions);

  std::size_t chunk_count() const { return first_.size() - 1; }
  std::size_t first_placement(std::size_t chunk) const { return chunk * log_.header().chunk_size; }
  std::size_t placements(std::size_t chunk) const;

  // Memory that serves one chunk after another.
  struct Scratch {
    std::vector<std::vector<std::uint8_t>> segments;
    std::vector<LabelCode> codes;
    std::vector<std::uint64_t> words;
  };
  // Calls visit(n, codes) for the chunk's placements in order; n counts from 0, and `codes` are the placement's labels
  // by index. They stay in the processor's cache while plies are scattered into them. Errors: reading failed, or
  // (kBadFile) the log is damaged; labels that were visited before are then invalid.
  using Visit = std::function<void(std::size_t n, std::span<const LabelCode> codes)>;
  Result<void> read(std::size_t chunk, Scratch& scratch, const Visit& visit) const;

 private:
  const PlyLogReader& log_;
  InstructionSet instructions_;
  std::vector<SegmentRecord> records_;  // by chunk, in each in order of plies
  std::vector<std::size_t> first_;      // the first record of each chunk, and the end of the last
};

}  // namespace uisge
