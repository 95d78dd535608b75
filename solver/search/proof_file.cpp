#include "solver/search/proof_file.h"

#include "solver/search/certificate_file.h"
#include "solver/search/check_compact_proof.h"
#include "solver/search/proof_conversion.h"

namespace uisge {

Result<ProofFile> ProofFile::open(const std::string& path, const Limits& limits) {
  if (is_compact_proof(path)) {
    auto proof = CompactProof::open(path);
    if (!proof) return tl::unexpected(proof.error());
    return ProofFile(*std::move(proof), limits);
  }
  auto certificate = read_certificate(path, limits.memory_bytes);
  if (!certificate) return tl::unexpected(certificate.error());
  return ProofFile(*std::move(certificate), limits);
}

const ProofClaim& ProofFile::claim() const {
  if (is_compact()) return std::get<Compact>(proof_)->claim();
  return std::get<Certificate>(proof_);
}

std::uint64_t ProofFile::lines() const {
  return is_compact() ? std::get<Compact>(proof_)->lines() : std::get<Certificate>(proof_).strategy.size();
}

Result<CertificateVerdict> ProofFile::check(RuleSet rules, const ReplayFrame& frame) {
  if (is_compact()) {
    const CompactProof& proof = *std::get<Compact>(proof_);
    auto verdict = check_compact_proof(proof, rules, limits_.memory_bytes, limits_.cancel, frame);
    if (!verdict) return verdict;
    if (auto intact = proof.check_hash(); !intact) return tl::unexpected(intact.error());
    return verdict;
  }
  auto& certificate = std::get<Certificate>(proof_);
  const RuleSet own = std::exchange(certificate.rules, rules);
  auto verdict = check_certificate(certificate, limits_.memory_bytes, limits_.cancel, frame);
  certificate.rules = own;
  return verdict;
}

Result<void> ProofFile::write_text(const OutputPlace& place, const Parallel& parallel) const {
  const Board board(claim().position.size());
  if (!is_compact()) return write_certificate(place, board, std::get<Certificate>(proof_));
  const auto certificate = expand(*std::get<Compact>(proof_), limits_.memory_bytes, limits_.cancel, parallel);
  if (!certificate) return tl::unexpected(certificate.error());
  return write_certificate(place, board, *certificate);
}

Result<void> ProofFile::write_compact(const OutputPlace& place) const {
  if (!is_compact()) return write_compact_proof(place, std::get<Certificate>(proof_));
  const CompactProof& proof = *std::get<Compact>(proof_);
  std::vector<ProofLine> lines;
  for (std::size_t block = 0; block < proof.blocks(); ++block) {
    const auto in_block = proof.block(block);
    if (!in_block) return tl::unexpected(in_block.error());
    lines.insert(lines.end(), in_block->begin(), in_block->end());
  }
  return write_compact_proof(place, claim(), std::move(lines));
}

}  // namespace uisge
