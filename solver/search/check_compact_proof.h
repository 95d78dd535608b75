// Checks a proof file of version 2 without trusting its author. Every line is checked by the plain rules, on all
// threads.
//
// A line of the file has a position, and stands for all its images under the board's symmetries. So a position after a
// move of the loser is looked up by its canonical image. The number of a line stands for the line's position, and the
// check also shows that this position is canonical. The check takes 18 bytes of memory per line.
#pragma once

#include "solver/search/compact_proof.h"
#include "solver/search/replay_loop.h"

namespace uisge {

// `rules` may differ from the rules that the file names. Errors: kBadFile, resource (the check needs more than
// `memory_bytes`, or the file cannot be read), interrupted.
Result<CertificateVerdict> check_compact_proof(const CompactProof& proof, RuleSet rules, std::uint64_t memory_bytes,
                                               const std::atomic<bool>* cancel, const ReplayContext& frame);

}  // namespace uisge
