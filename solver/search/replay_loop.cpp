#include "solver/search/replay_loop.h"

#include <mutex>

#include "db/placement_loop.h"

namespace uisge {

Result<CertificateVerdict> replay_all(const ProofClaim& claim, const ReplayJob& job, const ReplayContext& frame,
                                      const std::atomic<bool>* cancel) {
  CertificateVerdict verdict;
  LineReplay of_claim = job.make_replay();
  of_claim.check_claim(claim);
  verdict.add(of_claim.counts());
  verdict.flaw = of_claim.flaw();
  if (verdict.flaw) return verdict;

  std::mutex mutex;
  std::size_t first_flawed = job.chunks;
  std::uint64_t done = 0;
  const auto replay_one = [&](std::size_t /*worker*/, std::size_t chunk) -> Result<bool> {
    LineReplay replay = job.make_replay();
    const auto replayed = job.replay_chunk(replay, chunk);
    const std::lock_guard lock(mutex);
    verdict.add(replay.counts());
    if (replay.flaw() && chunk < first_flawed) {
      first_flawed = chunk;
      verdict.flaw = replay.flaw();
    }
    done += replayed.value_or(0);
    if (frame.progress) frame.progress(done, job.lines);
    return replayed.map([&](std::uint64_t /*lines*/) { return !replay.flaw(); });
  };
  const bool is_whole = UISGE_TRY(PlacementLoop(job.chunks, frame.parallel, {}, cancel).run(replay_one));
  if (!is_whole && (!verdict.flaw || wants_stop(cancel))) {
    return interrupted_error("proof: interrupted, nothing is proven");
  }
  return verdict;
}

}  // namespace uisge
