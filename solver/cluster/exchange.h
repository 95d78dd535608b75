// Segments on their way between ranks during a ply.
//
// What is sent to one rank gathers in a batch; a batch that is full, or the last of the ply, travels without anybody
// waiting for it. Every rank sends a last batch to every other, so that all know when they have everything; a rank that
// cannot go on says so there. A ply's batches are all taken before the next ply begins, so batches of two plies never
// meet.
//
// send and take are for any thread; everything that talks to MPI (progress, close) for the one that joined.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "solver/cluster/rank_group.h"
#include "solver/cluster/segment_batch.h"

namespace uisge {

class Exchange {
 public:
  explicit Exchange(const RankGroup& group);

  void send(int to, const SegmentView& segment);
  // Starts, advances and finishes transfers; never waits. Throws std::bad_alloc.
  void progress();
  // A batch that has come; nothing if there is none at the moment.
  std::optional<Bytes> take();
  // Whether so many bytes wait to be sent that deciding more would only take more memory.
  bool is_congested() const { return unsent_bytes_.load(std::memory_order_relaxed) > kMaxUnsentBytes; }

  // This rank has decided its part of the ply, or gives up.
  void close(bool failed);
  // All has been sent and all has come, though perhaps not been taken. After close.
  bool is_complete() const;
  // Whether another rank gives up.
  bool others_failed() const { return others_failed_.load(std::memory_order_relaxed); }
  // REQUIRES: complete, and all has been taken.
  void begin_ply();

  // Bytes that this rank has sent so far, to all others together.
  std::uint64_t sent_bytes() const { return sent_bytes_; }

 private:
  static constexpr std::uint64_t kMaxUnsentBytes = std::uint64_t{64} << 20;
  static constexpr std::size_t kMaxUntaken = 64;  // batches; those beyond wait with their sender

  struct Outgoing {
    std::mutex mutex;
    Bytes batch;
    std::uint32_t batches = 0;  // of this ply
  };
  struct Sending {
    int to;
    Bytes batch;
  };
  void queue(int to, Outgoing& outgoing, std::uint8_t flags);
  void start_sends();
  void finish_sends();
  void start_receives();
  void finish_receives();

  const RankGroup& group_;
  std::vector<std::unique_ptr<Outgoing>> outgoing_;  // by rank
  std::mutex queue_mutex_;
  std::vector<Sending> queue_;  // to be started
  std::atomic<std::uint64_t> unsent_bytes_{0};
  std::uint64_t sent_bytes_ = 0;

  std::vector<Bytes> sending_;
  std::vector<MPI_Request> send_requests_;
  std::vector<Bytes> receiving_;
  std::vector<MPI_Request> receive_requests_;

  int unannounced_ = 0;               // ranks whose last batch has not come
  std::int64_t missing_batches_ = 0;  // announced so far less come so far

  std::mutex inbox_mutex_;
  std::deque<Bytes> inbox_;
  std::atomic<std::size_t> untaken_{0};
  std::atomic<bool> others_failed_{false};
};

}  // namespace uisge
