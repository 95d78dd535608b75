#include "solver/search/replay_loop.h"

#include <algorithm>
#include <mutex>

namespace uisge {

Result<CertificateVerdict> replay_all(const ProofClaim& claim, const ReplayJob& job, const ReplayFrame& frame,
                                      const std::atomic<bool>* cancel) {
  const auto cancelled = [&] { return cancel != nullptr && cancel->load(std::memory_order_relaxed); };
  CertificateVerdict verdict;
  LineReplay of_claim = job.make_replay();
  of_claim.check_claim(claim);
  verdict.add(of_claim.counts());
  verdict.flaw = of_claim.flaw();
  if (verdict.flaw) return verdict;

  std::mutex mutex;
  std::atomic<std::size_t> first_bad{job.chunks};
  Result<void> result;
  std::uint64_t done = 0;
  // Chunks are handed out in ascending order, so all chunks below the first bad one are checked.
  frame.parallel.for_each(job.chunks, [&](std::size_t /*worker*/, std::size_t chunk) {
    if (chunk > first_bad.load(std::memory_order_relaxed) || cancelled()) return;
    LineReplay replay = job.make_replay();
    const auto replayed = job.replay_chunk(replay, chunk);
    const std::lock_guard lock(mutex);
    verdict.add(replay.counts());
    if ((!replayed || replay.flaw()) && chunk < first_bad) {
      first_bad = chunk;
      verdict.flaw = replay.flaw();
      result = replayed ? Result<void>{} : tl::unexpected(replayed.error());
    }
    if (replayed) done += *replayed;
    if (frame.progress) frame.progress(done, job.lines);
  });
  if (cancelled()) return tl::unexpected(Error{ErrorKind::kInterrupted, "proof: interrupted, nothing is proven"});
  if (!result) return tl::unexpected(result.error());
  return verdict;
}

}  // namespace uisge
