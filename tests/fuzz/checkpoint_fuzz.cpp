// Any bytes that are read as a checkpoint are refused, or give plies and labels, without a crash, a hang or a read out
// of bounds.
#include "core/start.h"
#include "db/probe.h"
#include "solver/checkpoint/checkpoint_labels.h"
#include "tests/db/forged_file.h"
#include "tests/fuzz/fuzz_target.h"

using namespace uisge;
using namespace uisge::fuzz;
using uisge::test::set_number;

namespace {

// Seals a part of `size` bytes: its last eight bytes become the checksum of the bytes before them. Returns the
// checksum.
Checksum seal(Bytes& bytes, std::size_t offset, std::size_t size, Checksum seed) {
  const Checksum sum = checksum(ByteView(bytes).subspan(offset, size - 8), seed);
  set_number(bytes, offset + size - 8, sum);
  return sum;
}

// docs/formats/checkpoint.md gives the offsets.
void repair(Bytes& bytes) {
  if (bytes.size() < kPlyLogHeaderBytes) return;
  const auto stuck = known_stuck_rule(std::to_integer<int>(bytes[13]));
  const auto diagonal = std::to_integer<int>(bytes[14]);
  if (stuck && diagonal <= 1) set_number(bytes, 24, rules_hash({*stuck, diagonal == 1}));
  Checksum chain = seal(bytes, 0, kPlyLogHeaderBytes, 0);
  for (std::size_t at = kPlyLogHeaderBytes; at < bytes.size();) {
    const bool is_ply = bytes[at] == static_cast<std::byte>(RecordTag::kPly);
    const std::size_t size = is_ply ? kPlyRecordBytes : kSegmentHeadBytes;
    if (size > bytes.size() - at) return;
    if (!is_ply) {
      const auto data = get_number<std::uint32_t>(bytes, at + 8);
      if (data > bytes.size() - at - size) return;
      set_number(bytes, at + 16, checksum(ByteView(bytes).subspan(at + size, data), 0));
      chain = seal(bytes, at, size, chain);
      at += size + data;
    } else {
      chain = seal(bytes, at, size, chain);
      at += size;
    }
  }
}

void ask(const Bytes& bytes) {
  static const MemoryFile file;
  file.set(bytes.data(), bytes.size());
  const std::string path = file.path();
  const auto log = PlyLogReader::open(path);
  if (!log) return require(log.error().kind == ErrorKind::kBadFile);
  require(log->complete_bytes() + log->incomplete_bytes() == bytes.size());
  std::vector<std::uint8_t> segment;
  for (const LoggedPly& ply : log->plies()) {
    for (const SegmentRecord& record : ply.segments) {
      const auto read = log->read(record, segment);
      require(read ? segment.size() == record.bytes : read.error().kind == ErrorKind::kBadFile);
    }
  }
  // Enumerating the placements of a large board would take seconds.
  const DatabaseIdentity& identity = log->header().identity;
  if (identity.board.files * identity.board.ranks > 16 || identity.pieces > 3) return;
  auto labels = CheckpointLabels::open(path, std::size_t{1} << 20);
  if (!labels) return require(labels.error().kind == ErrorKind::kBadFile);
  const auto start = start_position((*labels)->board(), identity.pieces);
  Probe probe(std::move(*labels));
  if (!start) return;
  static_cast<void>(probe.analyse(*start));
  static_cast<void>(probe.main_line(*start));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return ask_twice(data, size, ask, repair);
}
