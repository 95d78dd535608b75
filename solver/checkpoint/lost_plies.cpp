#include <algorithm>
#include <array>

#include "solver/checkpoint/ply_log_reader.h"

namespace uisge {

namespace {

constexpr std::size_t kScanBytes = std::size_t{1} << 20;
static_assert(kSegmentHeadBytes <= kPlyRecordBytes);

// Bytes that look like the head of a record. The checksum in the head cannot be tested, since it is seeded with the
// checksum of the previous record, which is lost.
struct PossibleHead {
  bool is_ply = false;
  Plies ply = 0;
  std::uint64_t end = 0;  // where the record ends in the file
  Checksum chain = 0;     // the seed for the checksum of the record at `end`
};

}  // namespace

// The checksum of a record is seeded with the checksum of the previous record. The search tries every place at which
// the bytes look like the head of a record. If the checksum of the next record fits these bytes, both records are
// genuine.
class PlyLogReader::LostPliesSearch {
 public:
  explicit LostPliesSearch(const PlyLogReader& log) : log_(log) {}

  Result<std::optional<Plies>> run() {
    Bytes bytes;
    for (std::uint64_t at = log_.broken_at_; at + kPlyRecordBytes <= log_.file_bytes_;) {
      bytes.resize(std::min<std::uint64_t>(kScanBytes, log_.file_bytes_ - at));
      UISGE_TRY(read_at(log_.file_, log_.path_, at, bytes));
      at = UISGE_TRY(scan(at, bytes));
    }
    return last_;
  }

 private:
  // Looks for records that begin in `bytes`, which are the file's bytes from `start` on. Returns the offset at which
  // the search goes on.
  Result<std::uint64_t> scan(std::uint64_t start, ByteView bytes) {
    const std::size_t places = bytes.size() - kPlyRecordBytes + 1;
    for (std::size_t i = 0; i < places; ++i) {
      const auto head = possible_head(start + i, bytes.subspan(i, kPlyRecordBytes));
      if (!head) continue;
      const auto end = UISGE_TRY(follow(*head));
      if (end != 0) return end;
    }
    return start + places;
  }

  std::optional<PossibleHead> possible_head(std::uint64_t at, ByteView bytes) const {
    const RecordTag tag = tag_of(bytes);
    const auto ply = get_number<std::uint16_t>(bytes, 2);
    if ((tag != RecordTag::kSegment && tag != RecordTag::kPly) || ply < log_.plies_.size() || ply > kMaxPlies) {
      return std::nullopt;
    }
    if (tag == RecordTag::kPly) {
      if (bytes[1] != std::byte{0} || get_number<std::uint64_t>(bytes, 24) != 0) return std::nullopt;
      return PossibleHead{true, ply, at + kPlyRecordBytes, chain_after(bytes.first(kPlyRecordBytes))};
    }
    const Outcome outcome{get_number<std::uint8_t>(bytes, 1)};
    const bool is_outcome = outcome == Outcome::kWin || outcome == Outcome::kLoss;
    if (!is_outcome || get_number<std::uint32_t>(bytes, 4) >= log_.header_.chunks() ||
        get_number<std::uint32_t>(bytes, 12) != 0) {
      return std::nullopt;
    }
    return PossibleHead{false, ply, at + kSegmentHeadBytes + get_number<std::uint32_t>(bytes, 8),
                        chain_after(bytes.first(kSegmentHeadBytes))};
  }

  // `head` looks like the head of a record, but may be other bytes. Follows the chain of records that begins with it.
  // Returns the offset at which the chain ends; 0 if there is no chain.
  Result<std::uint64_t> follow(PossibleHead head) {
    bool is_proven = false;
    for (;;) {
      const auto next = UISGE_TRY(next_head(head));
      if (!next) return is_proven ? head.end : 0;
      for (const PossibleHead& proven : {head, *next}) {
        if (proven.is_ply && (!last_ || proven.ply > *last_)) last_ = proven.ply;
      }
      is_proven = true;
      head = *next;
    }
  }

  // Returns the head of the record after `head`, if the checksum of that record fits.
  Result<std::optional<PossibleHead>> next_head(const PossibleHead& head) const {
    std::array<std::byte, kPlyRecordBytes> buffer{};
    if (head.end >= log_.file_bytes_ || log_.file_bytes_ - head.end < kSegmentHeadBytes) return std::nullopt;
    const auto size = std::min<std::uint64_t>(buffer.size(), log_.file_bytes_ - head.end);
    const std::span<std::byte> bytes(buffer.data(), size);
    UISGE_TRY(read_at(log_.file_, log_.path_, head.end, bytes));
    const auto next = possible_head(head.end, buffer);
    if (!next || next->end > log_.file_bytes_) return std::nullopt;
    const bool fits = next->is_ply
                          ? parse_ply_record(buffer, head.chain).has_value()
                          : parse_segment_head(ByteView(buffer).first(kSegmentHeadBytes), head.chain).has_value();
    return fits ? next : std::nullopt;
  }

  const PlyLogReader& log_;
  std::optional<Plies> last_;
};

Result<std::optional<Plies>> PlyLogReader::last_lost_ply() const {
  return LostPliesSearch(*this).run();
}

}  // namespace uisge
