// Exchanges segments (the positions that one ply decides in one chunk of placements) between ranks during a ply.
//
// Segments for one rank are collected in a batch. A batch is sent in the background when it is full, or when it is the
// last of the ply. Every rank sends a last batch to every other rank, so that all ranks know when the ply is complete.
// A rank that has failed reports this in its last batch. A rank takes all batches of a ply before it begins the next
// ply, so batches of two plies never mix.
//
// Any thread may call send() and take(). Only the thread that made the RankGroup, which starts MPI, may call functions
// that use MPI (progress, close). If send(), progress() or close() throws std::bad_alloc, a batch may be lost. Then the
// job must end, since the ply would never be complete.
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
  // Starts, advances and finishes transfers; never waits.
  void progress();
  // Returns a batch that has arrived; none if no batch is waiting.
  std::optional<Bytes> take();
  // Whether too many bytes wait to be sent. If so, a thread should wait a while, since further results would only take
  // memory.
  bool is_congested() const { return unsent_bytes_.load(std::memory_order_relaxed) > kMaxUnsentBytes; }

  // Tells the other ranks that this rank has decided its part of the ply or, if `failed`, that this rank has failed.
  void close(bool failed);
  // Whether all batches of this ply have been sent and have arrived. take() may not have returned all of these batches
  // yet. Call is_complete() after close().
  bool is_complete() const;
  bool others_failed() const { return others_failed_.load(std::memory_order_relaxed); }
  // REQUIRES: the exchange is complete, and all batches have been taken.
  void begin_ply();

  // The bytes that this rank has sent so far to all other ranks together.
  std::uint64_t sent_bytes() const { return sent_bytes_; }

 private:
  static constexpr std::uint64_t kMaxUnsentBytes = std::uint64_t{64} << 20;
  static constexpr std::size_t kMaxUntaken = 64;  // the limit for batches that are being received or not yet taken

  struct Outgoing {
    std::mutex mutex;
    Bytes batch;
    std::uint32_t batches = 0;  // the number of batches of this ply
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

  int unannounced_ = 0;               // ranks whose last batch has not arrived
  std::int64_t missing_batches_ = 0;  // batches that other ranks have announced and that have not arrived

  std::mutex inbox_mutex_;
  std::deque<Bytes> inbox_;
  std::atomic<std::size_t> untaken_{0};
  std::atomic<bool> others_failed_{false};
};

}  // namespace uisge
