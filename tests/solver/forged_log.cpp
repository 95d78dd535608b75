#include "tests/solver/forged_log.h"

#include "tests/db/naive_labels.h"

namespace uisge::test {

std::string forged_log(const std::string& path, const ChangePly& change) {
  const PlyLogReader reader = PlyLogReader::open(path).value();
  const Bytes log = read_bytes(path);
  Bytes forged(log.begin(), log.begin() + kPlyLogHeaderBytes);
  Checksum chain = chain_after(forged);
  const auto append = [&](const Bytes& head) {
    forged.insert(forged.end(), head.begin(), head.end());
    chain = chain_after(head);
  };
  for (std::size_t ply = 0; ply < reader.plies().size(); ++ply) {
    PlyCounts counts = reader.plies()[ply].counts;
    std::vector<SegmentRecord> segments = reader.plies()[ply].segments;
    change(ply, counts, segments);
    for (const SegmentRecord& record : segments) {
      const ByteView data = ByteView(log).subspan(record.offset, record.bytes);
      append(encode_segment_head(record, segment_checksum(data), chain));
      forged.insert(forged.end(), data.begin(), data.end());
    }
    append(encode_ply_record(counts, static_cast<std::uint32_t>(segments.size()), chain));
  }
  return {reinterpret_cast<const char*>(forged.data()), forged.size()};
}

}  // namespace uisge::test
