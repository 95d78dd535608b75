#include "solver/checkpoint/ply_log_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "solver/checkpoint/segment.h"

namespace uisge {

namespace {

const ByteView kMagic = std::as_bytes(std::span(kCheckpointFile.magic));
constexpr std::size_t kChecksumBytes = 8;

// Appends the checksum of all bytes so far.
void seal(Bytes& bytes, std::uint64_t seed) {
  put_number<std::uint64_t>(bytes, checksum(bytes, seed));
}
bool is_sealed(ByteView bytes, std::uint64_t seed) {
  return checksum(bytes.first(bytes.size() - kChecksumBytes), seed) == chain_after(bytes);
}

// Reads the fields of a segment's head, except the checksums.
SegmentRecord parse_fields(ByteView head) {
  return {0, get_number<std::uint32_t>(head, 8), get_number<std::uint32_t>(head, 4), get_number<std::uint16_t>(head, 2),
          Outcome{get_number<std::uint8_t>(head, 1)}};
}

}  // namespace

Checksum chain_after(ByteView head) {
  return get_number<std::uint64_t>(head, head.size() - kChecksumBytes);
}

bool is_ply_log(ByteView bytes) {
  return bytes.size() >= kMagic.size() && std::ranges::equal(kMagic, bytes.first(kMagic.size()));
}

Bytes encode_ply_log_header(const PlyLogHeader& header) {
  Bytes bytes(kMagic.begin(), kMagic.end());
  put_number<std::uint16_t>(bytes, kPlyLogVersion);
  put_identity(bytes, header.identity);
  put_number<std::uint8_t>(bytes, 0);
  put_number<std::uint32_t>(bytes, header.placements);
  put_number<std::uint32_t>(bytes, header.chunk_size);
  put_number<std::uint64_t>(bytes, rules_hash(header.identity.rules));
  seal(bytes, 0);
  assert(bytes.size() == kPlyLogHeaderBytes);
  return bytes;
}

Result<PlyLogHeader> parse_ply_log_header(ByteView bytes) {
  if (!is_ply_log(bytes)) return bad_file("is not a checkpoint of a solve");
  if (const auto version = get_number<std::uint16_t>(bytes, 8); version != kPlyLogVersion) {
    return bad_file(
        fmt::format("is a checkpoint of version {}, this program reads version {}", version, kPlyLogVersion),
        {{Remedy::kOtherProgramOrRestart}});
  }
  const auto identity = parse_identity(bytes);
  PlyLogHeader header;
  header.placements = get_number<std::uint32_t>(bytes, 16);
  header.chunk_size = get_number<std::uint32_t>(bytes, 20);
  if (!is_sealed(bytes.first(kPlyLogHeaderBytes), 0) || !identity ||
      header.chunk_size != chunk_size_for(identity->pieces) ||
      header.placements > most_placements(identity->board, identity->pieces)) {
    return bad_file("the header of the checkpoint is damaged");
  }
  header.identity = *identity;
  if (get_number<std::uint64_t>(bytes, 24) != rules_hash(header.identity.rules)) {
    return bad_file("was made under another understanding of the rules");
  }
  return header;
}

Checksum segment_checksum(ByteView segment) {
  return checksum(segment, 0);
}

Bytes encode_segment_head(const SegmentRecord& record, Checksum segment, Checksum chain) {
  Bytes bytes;
  put_number<std::uint8_t>(bytes, RecordTag::kSegment);
  put_number<std::uint8_t>(bytes, record.outcome);
  put_number<std::uint16_t>(bytes, record.ply);
  put_number<std::uint32_t>(bytes, record.chunk);
  put_number<std::uint32_t>(bytes, record.bytes);
  put_number<std::uint32_t>(bytes, 0);
  put_number<std::uint64_t>(bytes, segment);
  seal(bytes, chain);
  assert(bytes.size() == kSegmentHeadBytes);
  return bytes;
}

Bytes encode_ply_record(const PlyCounts& counts, std::uint32_t segments, Checksum chain) {
  Bytes bytes;
  put_number<std::uint8_t>(bytes, RecordTag::kPly);
  put_number<std::uint8_t>(bytes, 0);
  put_number<std::uint16_t>(bytes, counts.ply);
  put_number<std::uint32_t>(bytes, segments);
  put_number<std::uint64_t>(bytes, counts.won);
  put_number<std::uint64_t>(bytes, counts.lost);
  put_number<std::uint64_t>(bytes, 0);
  seal(bytes, chain);
  assert(bytes.size() == kPlyRecordBytes);
  return bytes;
}

std::optional<SegmentRecord> parse_segment_head(ByteView bytes, Checksum chain) {
  const SegmentRecord record = parse_fields(bytes);
  if (tag_of(bytes) != RecordTag::kSegment || (record.outcome != Outcome::kWin && record.outcome != Outcome::kLoss) ||
      !is_sealed(bytes, chain)) {
    return std::nullopt;
  }
  return record;
}

std::optional<PlyRecord> parse_ply_record(ByteView bytes, Checksum chain) {
  if (tag_of(bytes) != RecordTag::kPly || !is_sealed(bytes, chain)) return std::nullopt;
  return PlyRecord{
      {get_number<std::uint16_t>(bytes, 2), get_number<std::uint64_t>(bytes, 8), get_number<std::uint64_t>(bytes, 16)},
      get_number<std::uint32_t>(bytes, 4)};
}

bool is_segment(ByteView head, ByteView segment, const SegmentRecord& record) {
  SegmentRecord read = parse_fields(head);
  read.offset = record.offset;
  return read == record && segment_checksum(segment) == get_number<std::uint64_t>(head, 16);
}

}  // namespace uisge
