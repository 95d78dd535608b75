// A proof file of version 2: a certificate of up to millions of lines, in blocks that can be read one by one.
//
// docs/formats/proof.md specifies the file. Opening a file checks its header and index, and reading a block checks the
// block. check_compact_proof.h decides whether the claim is proved.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/file.h"
#include "db/output_place.h"
#include "solver/search/certificate.h"
#include "solver/search/line_code.h"

namespace uisge {

inline constexpr std::string_view kCompactProofMagic = "uisge-proof 2\n";

// Sorts the lines of the file by the numbers of their classes of positions (ProofLine::number), ascending. If several
// lines have the same number, only the line with the fewest plies is kept.
void sort_lines(std::vector<ProofLine>& lines);

// Sorts the lines, and writes the whole file or nothing. REQUIRES: each line's `number` is that of a class on the
// claim's board with the claim's number of pieces, and its `plies` is from 1 to kMaxPlies. Errors: resource.
Result<void> write_compact_proof(const OutputPlace& place, const ProofClaim& claim, std::vector<ProofLine> lines);

// Whether the file begins with kCompactProofMagic.
bool is_compact_proof(const std::string& path);

// Const functions are thread-safe.
class CompactProof {
 public:
  // Keeps only the file's index in memory: one byte per 43 lines. Errors: kBadFile, resource (the file cannot be read).
  static Result<std::unique_ptr<CompactProof>> open(const std::string& path);

  const std::string& path() const { return file_.path(); }
  std::uint64_t bytes() const { return file_.bytes(); }
  const ProofClaim& claim() const { return claim_; }
  const Board& board() const { return board_; }
  const PositionNumbers& numbers() const { return numbers_; }
  std::uint64_t lines() const { return lines_; }
  std::size_t blocks() const { return blocks_.size(); }

  // The lines of a block of the file, in ascending order of their numbers. All lines of earlier blocks have smaller
  // numbers. Errors: as open().
  Result<std::vector<ProofLine>> block(std::size_t block) const;
  // Returns the index of the only block of the file that can have the line with this `number`. Returns nothing if even
  // the first line of the file has a larger number.
  std::optional<std::size_t> block_of(std::uint64_t number) const;
  // Reads the whole file and compares its hash with the stored hash. Errors: as open().
  Result<void> check_hash() const;

 private:
  struct Block {
    std::uint64_t first_number;
    std::uint64_t offset;
    std::uint32_t bytes;  // including the checksum
  };

  CompactProof(InputFile file, const ProofClaim& claim, std::uint64_t lines, std::uint64_t seed);
  Result<void> read_index();
  tl::unexpected<Error> damaged(std::string_view what) const;

  InputFile file_;
  ProofClaim claim_;
  Board board_;
  PositionNumbers numbers_;
  std::uint64_t lines_;
  std::uint64_t seed_;  // the header's checksum
  std::vector<Block> blocks_;
};

}  // namespace uisge
