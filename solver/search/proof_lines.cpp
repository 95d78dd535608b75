#include "solver/search/proof_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "solver/search/certificate_file.h"
#include "solver/search/proof_conversion.h"

namespace uisge {

bool is_proof(const std::string& path) {
  return begins_as(path, kProofFile);
}

ProofLines::ProofLines(const ProofClaim& claim, std::unique_ptr<CompactProof> proof, Block lines,
                       std::size_t max_blocks)
    : claim_(claim),
      board_(claim.position.size()),
      numbers_(board_, claim.position.pieces()),
      proof_(std::move(proof)),
      lines_(std::move(lines)),
      blocks_(max_blocks) {}

Result<std::unique_ptr<ProofLines>> ProofLines::open(const std::string& path, std::uint64_t cache_bytes) {
  const auto with = [&](const ProofClaim& claim, std::unique_ptr<CompactProof> proof,
                        Block lines) -> Result<std::unique_ptr<ProofLines>> {
    if (claim.kind == ClaimKind::kNone) {
      return usage_error(
          fmt::format("{}: claims only that nobody wins within {} plies, and has no moves from which to answer", path,
                      claim.plies));
    }
    const std::uint64_t max_blocks = std::max<std::uint64_t>(1, cache_bytes / (kLinesPerBlock * sizeof(ProofLine)));
    return std::unique_ptr<ProofLines>(
        new ProofLines(claim, std::move(proof), std::move(lines), static_cast<std::size_t>(max_blocks)));
  };
  if (is_compact_proof(path)) {
    auto proof = UISGE_TRY(CompactProof::open(path));
    const ProofClaim claim = proof->claim();
    return with(claim, std::move(proof), {});
  }
  const auto certificate = UISGE_TRY(read_certificate(path, cache_bytes));
  auto lines = lines_of(certificate);
  if (!lines) return error_in(path, lines.error());
  sort_lines(*lines);
  return with(certificate, nullptr, *std::move(lines));
}

Result<std::optional<ProofLine>> ProofLines::find(std::uint64_t number) {
  const Block* lines = &lines_;
  if (proof_ != nullptr) {
    const auto at = proof_->block_of(number);
    if (!at) return std::nullopt;
    Block* block = blocks_.find(*at);
    if (block == nullptr) {
      auto read = UISGE_TRY(proof_->block(*at));
      block = &blocks_.add(*at);
      *block = std::move(read);
    }
    lines = block;
  }
  const auto found = std::lower_bound(lines->begin(), lines->end(), number,
                                      [](const ProofLine& line, std::uint64_t n) { return line.number < n; });
  if (found == lines->end() || found->number != number) return std::nullopt;
  return *found;
}

}  // namespace uisge
