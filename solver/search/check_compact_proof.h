// Checking a proof file of version 2 without trusting whoever made it: every line, by the plain rules, on all threads.
//
// A line stands for all images of its position, so a move's answers are looked up by their canonical images; that the
// numbers of the lines name canonical positions is checked too. 18 bytes of memory a line.
#pragma once

#include "solver/search/compact_proof.h"
#include "solver/search/replay_loop.h"

namespace uisge {

// By `rules`, which may be others than the file's. Errors: bad file, resource (more memory than `memory_bytes`, or the
// file cannot be read), interrupted.
Result<CertificateVerdict> check_compact_proof(const CompactProof& proof, RuleSet rules, std::uint64_t memory_bytes,
                                               const std::atomic<bool>* cancel, const ReplayFrame& frame);

}  // namespace uisge
