// Replays the lines of a strategy on all threads. A thread takes one chunk of lines at a time.
#pragma once

#include <atomic>
#include <functional>

#include "core/error.h"
#include "db/parallel.h"
#include "solver/search/line_replay.h"

namespace uisge {

struct ReplayContext {
  Parallel parallel;
  // Called with the numbers of replayed lines and of all lines, by one thread at a time. May be empty.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
};

struct CertificateVerdict : ReplayCounts {
  std::optional<std::string> flaw;  // the first flaw and its position; nullopt if the claim is proved
};

struct ReplayJob {
  std::uint64_t lines = 0;  // the number of lines in all chunks, for reports of progress
  std::size_t chunks = 0;
  std::function<LineReplay()> make_replay = {};  // called for each chunk, from any thread
  // Replays the lines of chunk number `chunk` of the strategy, and returns the number of these lines.
  std::function<Result<std::uint64_t>(LineReplay& replay, std::size_t chunk)> replay_chunk = {};
};

// Checks the claim (LineReplay::check_claim), then replays the chunks. If several chunks have flaws, reports the flaw
// of the first of these chunks. Errors: those of replay_chunk; interrupted.
Result<CertificateVerdict> replay_all(const ProofClaim& claim, const ReplayJob& job, const ReplayContext& frame,
                                      const std::atomic<bool>* cancel);

}  // namespace uisge
