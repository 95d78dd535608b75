#include "solver/search/proof_file.h"

#include <fmt/format.h>

#include "db/parallel.h"
#include "solver/search/certificate_file.h"
#include "solver/search/check_compact_proof.h"
#include "solver/search/proof_conversion.h"

namespace uisge {

Result<ProofFile> ProofFile::open(const std::string& path, const Limits& limits,
                                  const std::function<void(std::uint64_t)>& report) {
  const auto made = [&](auto proof) { return ProofFile(std::move(proof), limits); };
  if (is_compact_proof(path)) return CompactProof::open(path).map(made);
  return read_certificate(path, limits.memory_bytes, limits.cancel, report).map(made);
}

const ProofClaim& ProofFile::claim() const {
  if (is_compact()) return std::get<Compact>(proof_)->claim();
  return std::get<Certificate>(proof_);
}

bool ProofFile::is_of_game(BoardSize board, int pieces, bool diagonal_jumps) const {
  const Position& position = claim().position;
  return position.size() == board && position.pieces() == pieces && claim().rules.diagonal_jumps == diagonal_jumps;
}

std::uint64_t ProofFile::lines() const {
  return is_compact() ? std::get<Compact>(proof_)->lines() : std::get<Certificate>(proof_).strategy.size();
}

Result<std::vector<ProofLine>> ProofFile::block_of(const CompactProof& proof, std::size_t block) const {
  if (wants_stop(limits_.cancel)) {
    return interrupted_error(fmt::format("{}: interrupted while it was read", proof.path()));
  }
  return proof.block(block);
}

Result<Strategy> ProofFile::strategy(const std::function<void(std::uint64_t)>& report) const {
  Strategy strategy;
  if (!is_compact()) {
    for (const auto& line : std::get<Certificate>(proof_).strategy) {
      if (report) report(strategy.size());
      if (wants_stop(limits_.cancel)) return interrupted_error("proof: interrupted while its lines were read");
      strategy.insert(line);
    }
    return strategy;
  }
  const CompactProof& proof = *std::get<Compact>(proof_);
  if (proof.lines() > limits_.memory_bytes / kBytesPerCheckedPosition) {
    return resource_error(fmt::format("{}: its lines do not fit", proof.path()), {{Remedy::kMoreMemory}});
  }
  for (std::size_t block = 0; block < proof.blocks(); ++block) {
    if (report) report(strategy.size());
    const auto lines = UISGE_TRY(block_of(proof, block));
    for (const ProofLine& line : lines) {
      const auto position = proof.numbers().position_of(line.number);
      const auto move = position ? move_of(proof.board(), claim().rules, *position, Symmetry{}, line) : std::nullopt;
      if (!move) return bad_file(fmt::format("{}: the line of number {} has no move", proof.path(), line.number));
      strategy.emplace(*position, *move);
    }
  }
  return strategy;
}

Result<CertificateVerdict> ProofFile::check(RuleSet rules, const ReplayContext& frame) {
  if (is_compact()) {
    const CompactProof& proof = *std::get<Compact>(proof_);
    auto verdict = UISGE_TRY(check_compact_proof(proof, rules, limits_.memory_bytes, limits_.cancel, frame));
    UISGE_TRY(proof.check_hash());
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
  const auto certificate =
      UISGE_TRY(expand(*std::get<Compact>(proof_), limits_.memory_bytes, limits_.cancel, parallel));
  return write_certificate(place, board, certificate);
}

Result<std::vector<ProofLine>> ProofFile::all_lines() const {
  if (!is_compact()) return lines_of(std::get<Certificate>(proof_));
  const CompactProof& proof = *std::get<Compact>(proof_);
  std::vector<ProofLine> lines;
  lines.reserve(proof.lines());
  for (std::size_t block = 0; block < proof.blocks(); ++block) {
    const auto in_block = UISGE_TRY(block_of(proof, block));
    lines.insert(lines.end(), in_block.begin(), in_block.end());
  }
  return lines;
}

Result<void> ProofFile::write_compact(const OutputPlace& place, std::span<const ProofFile> more) const {
  auto lines = UISGE_TRY(all_lines());
  for (const ProofFile& proof : more) {
    const auto added = UISGE_TRY(proof.all_lines());
    lines.insert(lines.end(), added.begin(), added.end());
  }
  return write_compact_proof(place, claim(), std::move(lines));
}

}  // namespace uisge
