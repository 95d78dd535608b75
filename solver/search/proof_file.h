// A proof file of either version: its claim, its check, and the other version of it.
//
// Not thread-safe; uses the frame's threads inside.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "solver/search/certificate_check.h"
#include "solver/search/compact_proof.h"

namespace uisge {

class ProofFile {
 public:
  // How much memory may be taken, and what stops the work.
  struct Limits {
    std::uint64_t memory_bytes = UINT64_MAX;
    const std::atomic<bool>* cancel = nullptr;
  };

  // All of the text of a version 1, the index of a version 2. Errors: bad file, resource.
  static Result<ProofFile> open(const std::string& path, const Limits& limits);

  int version() const { return is_compact() ? 2 : 1; }
  const ProofClaim& claim() const;
  std::uint64_t lines() const;

  // Checks every line, and the form as far as open() has not. By these rules, which may be others than the file's.
  // Errors: bad file, resource, interrupted.
  Result<CertificateVerdict> check(RuleSet rules, const ReplayFrame& frame);

  // REQUIRES: it is a proof. Version 1 leaves out the lines that no game comes to. Errors: bad file, resource,
  // interrupted, and verification if it is no proof.
  Result<void> write_text(const OutputPlace& place, const Parallel& parallel) const;
  Result<void> write_compact(const OutputPlace& place) const;

 private:
  using Compact = std::unique_ptr<CompactProof>;

  ProofFile(std::variant<Certificate, Compact> proof, const Limits& limits)
      : proof_(std::move(proof)), limits_(limits) {}
  bool is_compact() const { return std::holds_alternative<Compact>(proof_); }

  std::variant<Certificate, Compact> proof_;
  Limits limits_;
};

}  // namespace uisge
