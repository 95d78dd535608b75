#include "solver/search/check_compact_proof.h"

#include <fmt/format.h>

#include "solver/search/certificate_check.h"
#include "solver/search/proof_conversion.h"

namespace uisge {

Result<CertificateVerdict> check_compact_proof(const CompactProof& proof, RuleSet rules, std::uint64_t memory_bytes,
                                               const std::atomic<bool>* cancel, const ReplayContext& frame) {
  if (proof.claim().kind == ClaimKind::kNone) {
    if (proof.lines() > 0) {
      CertificateVerdict verdict;
      verdict.flaw = kUselessStrategy;
      return verdict;
    }
    Certificate certificate{proof.claim(), {}};
    certificate.rules = rules;
    return check_certificate(certificate, memory_bytes, cancel, frame);
  }
  const auto table = UISGE_TRY(read_lines(proof, memory_bytes, cancel, frame.parallel));
  const PositionNumbers& numbers = proof.numbers();
  const auto cover = [&](const Position& position) -> std::optional<int> {
    const auto line = table.find(numbers.place_of(position).number);
    return line ? std::optional<int>(line->plies) : std::nullopt;
  };
  ReplayJob job{.lines = proof.lines(), .chunks = proof.blocks()};
  job.make_replay = [&] { return LineReplay(proof.board(), rules, cover); };
  job.replay_chunk = [&](LineReplay& replay, std::size_t chunk) -> Result<std::uint64_t> {
    const auto lines = UISGE_TRY(proof.block(chunk));
    for (const ProofLine& line : lines) {
      const auto position = numbers.position_of(line.number);
      if (!position) return bad_file(fmt::format("{}: no position has the number {}", proof.path(), line.number));
      replay.check_line(*position, line);
    }
    return lines.size();
  };
  return replay_all(proof.claim(), job, frame, cancel);
}

}  // namespace uisge
