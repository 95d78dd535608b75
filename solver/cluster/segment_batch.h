// The message in which segments are sent between ranks: a head and then one record per segment.
//
//   u8 flags | u32 number, counted from 1, among the batches of this ply from this sender to this rank
//   u8 outcome | u32 chunk | u32 bytes | segment        to the end
//
// Numbers are little-endian, as in all files. A batch is sent when it reaches kBatchBytes, so a batch has at most
// kBatchBytes plus the bytes of one segment: less than 2 MiB on any board.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/error.h"
#include "core/outcome.h"
#include "db/bytes.h"

namespace uisge {

struct SegmentView {
  Outcome outcome;
  std::size_t chunk;
  std::span<const std::uint8_t> bytes;
};

struct BatchHead {
  std::uint8_t flags = 0;
  std::uint32_t number = 0;
};

// Batches of kBatchBytes are large enough to keep a network busy, and small compared with a chunk's part of a plane.
inline constexpr std::size_t kBatchBytes = std::size_t{256} << 10;
inline constexpr std::size_t kBatchHeadBytes = 5;
inline constexpr std::size_t kBatchedSegmentHeadBytes = 9;

// A new batch has room for the head, which is written when the batch is complete.
inline Bytes begin_batch() {
  return Bytes(kBatchHeadBytes);
}

inline void put_segment(Bytes& batch, const SegmentView& segment) {
  put_number<std::uint8_t>(batch, segment.outcome);
  put_number<std::uint32_t>(batch, segment.chunk);
  put_number<std::uint32_t>(batch, segment.bytes.size());
  const auto bytes = std::as_bytes(segment.bytes);
  batch.insert(batch.end(), bytes.begin(), bytes.end());
}

inline void put_head(Bytes& batch, BatchHead head) {
  Bytes bytes;
  put_number(bytes, head.flags);
  put_number(bytes, head.number);
  std::copy(bytes.begin(), bytes.end(), batch.begin());
}

// Reads the head of a batch. REQUIRES: at least kBatchHeadBytes bytes.
inline BatchHead get_head(const Bytes& batch) {
  return {get_number<std::uint8_t>(batch, 0), get_number<std::uint32_t>(batch, 1)};
}

// Calls visit(SegmentView), which returns a Result<void>, for every segment of a batch until one fails. Errors: the
// error of visit; an error if the bytes are not a batch.
template <class Visit>
Result<void> visit_batch(const Bytes& batch, Visit&& visit) {
  const auto no_batch = [] { return resource_error("solve: what another rank has sent cannot be taken in"); };
  if (batch.size() < kBatchHeadBytes) return no_batch();
  for (std::size_t at = kBatchHeadBytes; at != batch.size();) {
    if (batch.size() - at < kBatchedSegmentHeadBytes) return no_batch();
    const std::size_t bytes = get_number<std::uint32_t>(batch, at + 5);
    if (batch.size() - at - kBatchedSegmentHeadBytes < bytes) return no_batch();
    const auto* const first = reinterpret_cast<const std::uint8_t*>(batch.data() + at + kBatchedSegmentHeadBytes);
    const SegmentView segment{
        Outcome{get_number<std::uint8_t>(batch, at)}, get_number<std::uint32_t>(batch, at + 1), {first, bytes}};
    UISGE_TRY(visit(segment));
    at += kBatchedSegmentHeadBytes + bytes;
  }
  return {};
}

}  // namespace uisge
