#include "solver/checkpoint/ply_log_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace uisge {

namespace {

// The number of bytes per read. This size suits early plies, whose segments have a megabyte of data that is skipped,
// and late plies, which have thousands of segments of a few bytes.
constexpr std::uint64_t kWindowBytes = std::uint64_t{64} << 10;

// Reads a file of known size through a buffer, from front to back.
class Window {
 public:
  Window(const FileDescriptor& file, const std::string& path, std::uint64_t size)
      : file_(file), path_(path), size_(size) {}

  // Returns `bytes` bytes of the file from the offset `at` on; empty if the file ends earlier.
  Result<ByteView> view(std::uint64_t at, std::size_t bytes) {
    if (at > size_ || bytes > size_ - at) return ByteView();
    if (at < start_ || at + bytes > start_ + bytes_.size()) {
      bytes_.resize(std::min(size_ - at, kWindowBytes));
      start_ = at;
      UISGE_TRY(read_at(file_, path_, at, bytes_));
    }
    return ByteView(bytes_).subspan(at - start_, bytes);
  }

 private:
  const FileDescriptor& file_;
  const std::string& path_;
  std::uint64_t size_;
  std::uint64_t start_ = 0;
  Bytes bytes_;
};

}  // namespace

std::string ply_log_path(const std::string& database_path) {
  return database_path + ".plies";
}

Result<PlyLogReader> PlyLogReader::open(const std::string& path) {
  auto file = UISGE_TRY(open_to_read(path));
  PlyLogReader reader(std::move(file), path);
  UISGE_TRY(reader.read_header());
  UISGE_TRY(reader.read_plies());
  return reader;
}

bool PlyLogReader::is_checkpoint(const std::string& path) {
  return begins_as(path, kCheckpointFile);
}

Result<void> PlyLogReader::read_header() {
  const auto size = UISGE_TRY(size_of(file_, path_));
  if (size < kPlyLogHeaderBytes) return bad_file(fmt::format("{}: is not a checkpoint of a solve", path_));
  std::array<std::byte, kPlyLogHeaderBytes> bytes{};
  UISGE_TRY(read_at(file_, path_, 0, bytes));
  auto header = parse_ply_log_header(bytes);
  if (!header) return error_in(path_, header.error());
  header_ = *header;
  header_chain_ = chain_after(bytes);
  return {};
}

Result<void> PlyLogReader::read_plies() {
  const auto size = UISGE_TRY(size_of(file_, path_));
  Window window(file_, path_, size);
  std::uint64_t at = kPlyLogHeaderBytes;
  Checksum chain = header_chain_;
  std::vector<SegmentRecord> segments;
  for (;;) {
    const auto tag = UISGE_TRY(window.view(at, 1));
    if (tag.empty()) break;
    const bool is_ply = tag_of(tag) == RecordTag::kPly;
    const auto head = UISGE_TRY(window.view(at, is_ply ? kPlyRecordBytes : kSegmentHeadBytes));
    if (head.empty()) break;
    if (is_ply) {
      const auto record = parse_ply_record(head, chain);
      if (!record || record->counts.ply != plies_.size() || record->segments != segments.size()) break;
      at += head.size();
      chain = chain_after(head);
      plies_.push_back({record->counts, std::exchange(segments, {}), at, chain});
    } else {
      auto record = parse_segment_head(head, chain);
      if (!record || record->ply != plies_.size() || record->ply > kMaxPlies || record->chunk >= header_.chunks()) {
        break;
      }
      record->offset = at + head.size();
      if (record->bytes > kMaxSegmentBytes || record->offset + record->bytes > size) break;
      at = record->offset + record->bytes;
      chain = chain_after(head);
      segments.push_back(*record);
    }
  }
  file_bytes_ = size;
  broken_at_ = at;
  return {};
}

Result<void> PlyLogReader::read(const SegmentRecord& record, std::vector<std::uint8_t>& segment) const {
  // Reads the segment's head again for its checksum, which SegmentRecord does not store.
  segment.resize(kSegmentHeadBytes + record.bytes);
  const auto bytes = std::as_writable_bytes(std::span(segment));
  auto done = read_at(file_, path_, record.offset - kSegmentHeadBytes, bytes);
  if (!done && done.error().kind != ErrorKind::kBadFile) return done;
  if (!done ||
      !is_segment(ByteView(bytes).first(kSegmentHeadBytes), ByteView(bytes).subspan(kSegmentHeadBytes), record)) {
    return bad_file(fmt::format("{}: ply {} is damaged", path_, record.ply));
  }
  segment.erase(segment.begin(), segment.begin() + kSegmentHeadBytes);
  return {};
}

}  // namespace uisge
