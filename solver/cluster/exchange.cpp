#include "solver/cluster/exchange.h"

#include <cassert>

namespace uisge {

namespace {

constexpr int kTag = 1;
constexpr std::uint8_t kLastBatch = 1;
constexpr std::uint8_t kFailed = 2;

}  // namespace

Exchange::Exchange(const RankGroup& group) : group_(group) {
  for (int rank = 0; rank < group.size(); ++rank) outgoing_.push_back(std::make_unique<Outgoing>());
  begin_ply();
}

void Exchange::begin_ply() {
  assert(untaken_ == 0 && missing_batches_ == 0);
  unannounced_ = group_.size() - 1;
  others_failed_ = false;
  for (const auto& outgoing : outgoing_) outgoing->batches = 0;
}

void Exchange::send(int to, const SegmentView& segment) {
  Outgoing& outgoing = *outgoing_[static_cast<std::size_t>(to)];
  const std::lock_guard lock(outgoing.mutex);
  if (outgoing.batch.empty()) outgoing.batch = begin_batch();
  put_segment(outgoing.batch, segment);
  if (outgoing.batch.size() >= kBatchBytes) queue(to, outgoing, 0);
}

// REQUIRES: the outgoing batch is locked, or no thread sends any more.
void Exchange::queue(int to, Outgoing& outgoing, std::uint8_t flags) {
  put_head(outgoing.batch, {flags, ++outgoing.batches});
  unsent_bytes_.fetch_add(outgoing.batch.size(), std::memory_order_relaxed);
  const std::lock_guard lock(queue_mutex_);
  queue_.push_back({to, std::exchange(outgoing.batch, {})});
}

void Exchange::close(bool failed) {
  for (int to = 0; to < group_.size(); ++to) {
    if (to == group_.rank()) continue;
    Outgoing& outgoing = *outgoing_[static_cast<std::size_t>(to)];
    if (outgoing.batch.empty()) outgoing.batch = begin_batch();
    queue(to, outgoing, failed ? kLastBatch | kFailed : kLastBatch);
  }
}

std::optional<Bytes> Exchange::take() {
  if (untaken_.load(std::memory_order_relaxed) == 0) return std::nullopt;
  const std::lock_guard lock(inbox_mutex_);
  if (inbox_.empty()) return std::nullopt;
  Bytes batch = std::move(inbox_.front());
  inbox_.pop_front();
  untaken_.fetch_sub(1, std::memory_order_relaxed);
  return batch;
}

void Exchange::start_sends() {
  std::vector<Sending> ready;
  {
    const std::lock_guard lock(queue_mutex_);
    ready.swap(queue_);
  }
  for (Sending& sending : ready) {
    sent_bytes_ += sending.batch.size();
    sending_.push_back(std::move(sending.batch));  // the bytes keep their address when sending_ grows
    send_requests_.emplace_back();
    MPI_Isend(sending_.back().data(), static_cast<int>(sending_.back().size()), MPI_BYTE, sending.to, kTag,
              MPI_COMM_WORLD, &send_requests_.back());
  }
}

void Exchange::finish_sends() {
  for (std::size_t i = 0; i < send_requests_.size();) {
    int is_done = 0;
    MPI_Test(&send_requests_[i], &is_done, MPI_STATUS_IGNORE);
    if (is_done == 0) {
      ++i;
      continue;
    }
    unsent_bytes_.fetch_sub(sending_[i].size(), std::memory_order_relaxed);
    std::swap(sending_[i], sending_.back());
    std::swap(send_requests_[i], send_requests_.back());
    sending_.pop_back();
    send_requests_.pop_back();
  }
}

void Exchange::start_receives() {
  while (untaken_.load(std::memory_order_relaxed) + receiving_.size() < kMaxUntaken) {
    int is_there = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &is_there, &message, &status);
    if (is_there == 0) return;
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    receiving_.emplace_back(static_cast<std::size_t>(size));
    receive_requests_.emplace_back();
    MPI_Imrecv(receiving_.back().data(), size, MPI_BYTE, &message, &receive_requests_.back());
  }
}

void Exchange::finish_receives() {
  for (std::size_t i = 0; i < receive_requests_.size();) {
    int is_done = 0;
    MPI_Test(&receive_requests_[i], &is_done, MPI_STATUS_IGNORE);
    if (is_done == 0) {
      ++i;
      continue;
    }
    Bytes batch = std::move(receiving_[i]);
    receiving_[i] = std::move(receiving_.back());
    receive_requests_[i] = receive_requests_.back();
    receiving_.pop_back();
    receive_requests_.pop_back();

    const BatchHead head = get_head(batch);
    --missing_batches_;
    if ((head.flags & kLastBatch) != 0) {
      --unannounced_;
      missing_batches_ += head.number;
    }
    if ((head.flags & kFailed) != 0) others_failed_ = true;
    const std::lock_guard lock(inbox_mutex_);
    inbox_.push_back(std::move(batch));
    untaken_.fetch_add(1, std::memory_order_relaxed);
  }
}

void Exchange::progress() {
  start_sends();
  finish_sends();
  start_receives();
  finish_receives();
}

bool Exchange::is_complete() const {
  return unsent_bytes_.load(std::memory_order_relaxed) == 0 && unannounced_ == 0 && missing_batches_ == 0;
}

}  // namespace uisge
