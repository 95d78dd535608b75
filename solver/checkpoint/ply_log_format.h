// The checkpoint file, version 4: converts its parts to bytes and back. docs/formats/checkpoint.md is the
// specification.
//
// Pure functions on bytes. The chain binds every record to its place: the checksum of each head is seeded with the
// checksum of the head before. A reader stops at a record that is damaged, was moved or comes from another file. The
// chain covers heads only, so a reader can follow it without reading the segments' data. The head of a segment contains
// the checksum of the segment's data.
#pragma once

#include <cstdint>
#include <optional>

#include "core/error.h"
#include "db/bytes.h"
#include "db/checksum.h"
#include "db/file_descriptor.h"
#include "db/format.h"
#include "solver/checkpoint/ply_counts.h"

namespace uisge {

inline constexpr FileKind kCheckpointFile{"a checkpoint of a solve", "UISGEPLY"};
inline constexpr std::uint16_t kPlyLogVersion = 4;
inline constexpr std::size_t kPlyLogHeaderBytes = 40;
inline constexpr std::size_t kSegmentHeadBytes = 32;
inline constexpr std::size_t kPlyRecordBytes = 40;
// No segment has more data. Words take at most 584 bytes for 4096 positions (word_code.h), so a chunk of 2^22 positions
// takes at most 600 KiB. Gaps take less: they code only short lists and small placements.
inline constexpr std::size_t kMaxSegmentBytes = std::size_t{1} << 20;
// All segments of a chunk together have no more data. A position is in one segment, and takes at most 11 bytes there,
// with its share of the list's head and masks. The empty lists of all plies take about a MiB.
inline constexpr std::size_t kMaxChunkBytes = std::size_t{64} << 20;

// The parameters of a log. Only a solve with equal parameters continues the log.
struct PlyLogHeader {
  DatabaseIdentity identity;
  std::uint32_t placements = 0;
  std::uint32_t chunk_size = 0;  // placements
  std::uint64_t chunks() const { return (std::uint64_t{placements} + chunk_size - 1) / chunk_size; }
  constexpr auto operator<=>(const PlyLogHeader&) const = default;
};

// The place of a segment's data in the file. The segment's head stands before the data.
struct SegmentRecord {
  std::uint64_t offset = 0;
  std::uint32_t bytes = 0;
  std::uint32_t chunk = 0;
  Plies ply = 0;
  Outcome outcome = Outcome::kWin;
  constexpr auto operator<=>(const SegmentRecord&) const = default;
};

Bytes encode_ply_log_header(const PlyLogHeader& header);
// Error messages are worded to follow a file name and a colon. REQUIRES: bytes.size() >= kPlyLogHeaderBytes.
Result<PlyLogHeader> parse_ply_log_header(ByteView bytes);
// Whether a file that begins with `bytes` is a checkpoint of any version. `bytes` may be shorter than a header.
bool is_ply_log(ByteView bytes);

// The seed for the checksum of the record after `head`. REQUIRES: `head` is a whole header, segment head or ply record.
Checksum chain_after(ByteView head);

// The bytes of a segment's head. `segment` is the checksum of the segment's data (segment_checksum); the record's
// offset is not used.
Bytes encode_segment_head(const SegmentRecord& record, Checksum segment, Checksum chain);
Checksum segment_checksum(ByteView segment);
// The record that ends a ply of `segments` segments.
Bytes encode_ply_record(const PlyCounts& counts, std::uint32_t segments, Checksum chain);

struct PlyRecord {
  PlyCounts counts;
  std::uint32_t segments = 0;
};
enum class RecordTag : std::uint8_t { kSegment = 'S', kPly = 'P' };
// The tag in a record's first byte; in a damaged file it may be neither kSegment nor kPly. REQUIRES: !record.empty().
inline RecordTag tag_of(ByteView record) {
  return RecordTag{get_number<std::uint8_t>(record, 0)};
}
// Each function returns the fields of its kind of record; a segment's `offset` is left at 0. Returns nullopt if the
// bytes are not such a record, or if the record's checksum was not seeded with `chain`, see chain_after().
// REQUIRES: `bytes` has kSegmentHeadBytes or kPlyRecordBytes bytes.
std::optional<SegmentRecord> parse_segment_head(ByteView bytes, Checksum chain);
std::optional<PlyRecord> parse_ply_record(ByteView bytes, Checksum chain);
// Whether a head and the data after it belong together and match `record`.
bool is_segment(ByteView head, ByteView segment, const SegmentRecord& record);

}  // namespace uisge
