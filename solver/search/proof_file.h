// A proof file of version 1 (text) or 2 (compact): its claim, its check, and its conversion to the other version.
//
// Not thread-safe. check() uses the threads of its ReplayContext.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "solver/search/certificate_check.h"
#include "solver/search/compact_proof.h"

namespace uisge {

class ProofFile {
 public:
  struct Limits {
    std::uint64_t memory_bytes = UINT64_MAX;
    const std::atomic<bool>* cancel = nullptr;
  };

  // Reads the whole text of version 1, or the index of version 2. Calls `report` before each line of version 1, with
  // the number of lines read. Errors: kBadFile, kResource, kInterrupted.
  static Result<ProofFile> open(const std::string& path, const Limits& limits,
                                const std::function<void(std::uint64_t lines)>& report = {});

  int version() const { return is_compact() ? 2 : 1; }
  const ProofClaim& claim() const;
  std::uint64_t lines() const;
  // Whether the claim is about this board, number of pieces per side and kind of jumps; the stuck rules may differ.
  bool is_of_game(BoardSize board, int pieces, bool diagonal_jumps) const;

  // The lines of the file, which may prove nothing. A position of version 2 stands for its class. Errors: those of
  // CompactProof::block, and kBadFile (a line has no position or no move); kResource (the lines need more than
  // memory_bytes); kInterrupted.
  // Calls `report` before each line of version 1 and each block of version 2, with the number of lines taken.
  Result<Strategy> strategy(const std::function<void(std::uint64_t lines)>& report = {}) const;

  // Checks every line by `rules`, which may differ from the rules that the file names. In version 2, also checks the
  // checksums of the blocks of lines and of the whole file. Errors: kBadFile, kResource, kInterrupted.
  Result<CertificateVerdict> check(RuleSet rules, const ReplayContext& frame);

  // write_text writes the proof as version 1, write_compact as version 2. A conversion from version 2 to version 1
  // leaves out positions that no game of the strategy reaches. Errors: kBadFile, kResource, kInterrupted, and
  // kVerification if the proof is found to be false. REQUIRES: check() found no flaw; otherwise a false proof may be
  // written without an error.
  Result<void> write_text(const OutputPlace& place, const Parallel& parallel) const;
  // `more`: proofs of positions of the same game, whose lines version 2 may hold, too. If several lines are about the
  // same class of positions, the line with the fewest plies is written. The requirement holds for each of `more`, under
  // the rules of this proof.
  Result<void> write_compact(const OutputPlace& place, std::span<const ProofFile> more = {}) const;

 private:
  using Compact = std::unique_ptr<CompactProof>;

  ProofFile(std::variant<Certificate, Compact> proof, const Limits& limits)
      : proof_(std::move(proof)), limits_(limits) {}
  bool is_compact() const { return std::holds_alternative<Compact>(proof_); }
  Result<std::vector<ProofLine>> block_of(const CompactProof& proof, std::size_t block) const;
  Result<std::vector<ProofLine>> all_lines() const;

  std::variant<Certificate, Compact> proof_;
  Limits limits_;
};

}  // namespace uisge
