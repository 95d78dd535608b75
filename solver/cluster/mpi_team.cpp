#include "solver/cluster/mpi_team.h"

#include <omp.h>

#include <chrono>
#include <mutex>
#include <new>
#include <thread>

#include "solver/parallel_loop.h"

namespace uisge {

namespace {

using Clock = std::chrono::steady_clock;

// If the leading thread has not communicated for kSilence, the other threads assume that it has left its parallel loop.
// kSilence must be longer than a chunk takes, since the leading thread sends and receives only between two chunks.
constexpr std::chrono::seconds kSilence{1};

void rest() {
  std::this_thread::sleep_for(std::chrono::microseconds(20));
}

Result<void> absorb_batch(const Bytes& batch, const SolveTeam::Absorb& absorb) {
  return visit_batch(batch,
                     [&](const SegmentView& segment) { return absorb(segment.outcome, segment.chunk, segment.bytes); });
}

}  // namespace

MpiTeam::MpiTeam(std::unique_ptr<RankGroup> group) : group_(std::move(group)), exchange_(*group_) {}

std::uint64_t MpiTeam::tell(std::uint64_t number) {
  Bytes bytes;
  put_number(bytes, number);
  group_->broadcast(bytes, 0);
  return get_number<std::uint64_t>(bytes, 0);
}

Result<const EnginePart*> MpiTeam::divide(const PlacementTable& table, std::size_t chunk_size,
                                          std::optional<PlacementId> leader_holds) {
  Bytes owners;
  Result<void> mine;
  if (is_leader()) {
    const auto partition = Ownership::partition(table, chunk_size, members());
    if (!partition) mine = tl::unexpected(partition.error());
    if (partition) {
      for (const std::uint32_t owner : *partition) put_number(owners, owner);
    }
  }
  UISGE_TRY(agree(mine));
  group_->broadcast(owners, 0);
  std::vector<std::uint32_t> numbers;
  for (std::size_t at = 0; at < owners.size(); at += 4) numbers.push_back(get_number<std::uint32_t>(owners, at));
  ownership_.emplace(table, chunk_size, members(), std::move(numbers));
  std::vector<PlacementId> besides;
  if (is_leader() && leader_holds) besides.push_back(*leader_holds);
  part_ = ownership_->part(group_->rank(), besides);
  division_ = describe(ownership_->loads(), table.size());
  return &part_;
}

// If the exchange lacks memory, a batch may be lost, and the ranks would wait for it forever. So publish(), exchange()
// and settle() end the job.
void MpiTeam::publish(Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) try {
  bool has_leader = is_leader();
  for (const std::uint32_t holder : ownership_->holders(chunk)) {
    const auto to = static_cast<int>(holder);
    if (to == 0) has_leader = true;
    if (to != group_->rank()) exchange_.send(to, {outcome, chunk, segment});
  }
  if (!has_leader) exchange_.send(0, {outcome, chunk, segment});
} catch (const std::bad_alloc&) {
  group_->abort_out_of_memory();
}

Result<bool> MpiTeam::exchange(const Absorb& absorb) {
  const bool is_leading = omp_get_thread_num() == 0;
  std::uint64_t turns = leading_turns_;
  auto last_turn = Clock::now();
  do {
    if (is_leading) {
      try {
        exchange_.progress();
      } catch (const std::bad_alloc&) {
        group_->abort_out_of_memory();
      }
      ++leading_turns_;
    }
    bool has_taken = false;
    while (const auto batch = exchange_.take()) {
      UISGE_TRY(absorb_batch(*batch, absorb));
      has_taken = true;
    }
    if (exchange_.others_failed()) return false;
    if (!has_taken && exchange_.is_congested()) rest();
    // Only the leading thread sends. Once the leading thread has left the loop over chunks, the queue of batches does
    // not shrink any more, so waiting is useless.
    if (turns != leading_turns_) {
      turns = leading_turns_;
      last_turn = Clock::now();
    } else if (Clock::now() - last_turn > kSilence) {
      return true;
    }
  } while (exchange_.is_congested());
  return true;
}

// All threads take the batches that other ranks sent, and absorb them, until no more batches can come. After an error
// of this member (`mine`, or an error while it absorbed a batch), batches are taken but not absorbed. Returns the first
// error.
Result<void> MpiTeam::take_rest(const Result<void>& mine, std::size_t threads, const Absorb& absorb) {
  std::atomic<bool> is_over{false};
  std::atomic<bool> has_failed{!mine};
  std::mutex mutex;
  Result<void> result = mine;
  on_threads(threads, [&](std::size_t thread) {
    const bool is_leading = thread == 0;
    try {
      while (!is_over) {
        if (is_leading) exchange_.progress();
        // This question must come before the loop. If the exchange is complete now, no further batch arrives, so the
        // loop takes the last batch.
        const bool is_complete = is_leading && exchange_.is_complete();
        bool has_taken = false;
        while (const auto batch = exchange_.take()) {
          has_taken = true;
          if (has_failed) continue;
          auto done = absorb_batch(*batch, absorb);
          if (done) continue;
          const std::lock_guard lock(mutex);
          if (!has_failed.exchange(true)) result = std::move(done);
        }
        if (is_complete) is_over = true;
        if (!has_taken && !is_complete) rest();
      }
    } catch (...) {
      has_failed = true;
      // Only the leading thread communicates with other ranks, so the loop ends when that thread ends.
      if (is_leading) is_over = true;
      throw;
    }
  });
  return result;
}

Result<void> MpiTeam::settle(const Result<void>& mine, PlyCounts& counts, std::size_t threads, const Absorb& absorb) {
  Result<void> result;
  try {
    exchange_.close(!mine || exchange_.others_failed());
    result = take_rest(mine, threads, absorb);
  } catch (const std::bad_alloc&) {
    group_->abort_out_of_memory();
  }
  exchange_.begin_ply();
  std::array<std::uint64_t, 3> sums{counts.won, counts.lost, result ? 0U : 1U};
  group_->sum(sums);
  counts.won = sums[0];
  counts.lost = sums[1];
  return sums[2] == 0 ? Result<void>() : group_->agree(result);
}

}  // namespace uisge
