// Looks up single lines of a proof file of version 1 or 2.
//
// A file of version 1 is read as a whole. A block of version 2 is read when one of its lines is needed. Not
// thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/recent_entries.h"
#include "solver/search/compact_proof.h"

namespace uisge {

// Whether the file begins like a proof of any version.
bool is_proof(const std::string& path);

class ProofLines {
 public:
  // A proof file of version 2 is read in blocks of lines, a file of version 1 whole. `cache_bytes` limits the memory
  // for the cached blocks, or for the whole file. Errors: those of CompactProof::open and read_certificate; usage (the
  // claim is of kind kNone, which has no lines); those of lines_of() (proof_conversion.h).
  static Result<std::unique_ptr<ProofLines>> open(const std::string& path, std::uint64_t cache_bytes);

  const ProofClaim& claim() const { return claim_; }
  const Board& board() const { return board_; }
  const PositionNumbers& numbers() const { return numbers_; }
  // Finds the proof's line (position and move) of the class of positions with this number. Errors: those of
  // CompactProof::block.
  Result<std::optional<ProofLine>> find(std::uint64_t number);

 private:
  using Block = std::vector<ProofLine>;  // ascending

  ProofLines(const ProofClaim& claim, std::unique_ptr<CompactProof> proof, Block lines, std::size_t max_blocks);

  ProofClaim claim_;
  Board board_;
  PositionNumbers numbers_;
  std::unique_ptr<CompactProof> proof_;  // the file if it has version 2, otherwise null
  Block lines_;                          // version 1: all lines
  RecentEntries<Block> blocks_;          // version 2: the cached blocks, by number
};

}  // namespace uisge
