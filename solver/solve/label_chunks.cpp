#include "solver/solve/label_chunks.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/colouring.h"
#include "solver/retrograde/segment.h"

namespace uisge {

LabelChunks::LabelChunks(const PlyLogReader& log) : log_(log) {
  const PlyLogHeader& header = log.header();
  const std::uint64_t chunks = header.chunks();
  first_.assign(chunks + 1, 0);
  for (const LoggedPly& ply : log.plies()) {
    for (const SegmentRecord& record : ply.segments) first_[record.chunk + 1]++;
  }
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) first_[chunk + 1] += first_[chunk];
  records_.resize(first_.back());
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  for (const LoggedPly& ply : log.plies()) {
    for (const SegmentRecord& record : ply.segments) records_[next[record.chunk]++] = record;
  }
}

std::size_t LabelChunks::placements(std::size_t chunk) const {
  const PlyLogHeader& header = log_.header();
  return std::min<std::size_t>(header.chunk_size, header.placements - first_placement(chunk));
}

Result<void> LabelChunks::read(std::size_t chunk, std::vector<LabelCode>& codes,
                               std::vector<std::uint8_t>& segment) const {
  const int pieces = log_.header().identity.pieces;
  const auto stride = static_cast<std::size_t>(positions_per_placement(pieces));
  codes.assign(placements(chunk) * stride, kDrawCode);
  for (std::size_t i = first_[chunk]; i < first_[chunk + 1]; ++i) {
    const SegmentRecord& record = records_[i];
    if (auto done = log_.read(record, segment); !done) return done;
    const LabelCode code = encode_label({record.outcome, record.ply});
    const bool good = visit_segment(segment, placements(chunk), pieces,
                                    [&](std::size_t n, std::uint32_t at) { codes[n * stride + at] = code; });
    if (!good) return bad_file(fmt::format("{}: a segment of ply {} is damaged", log_.path(), record.ply));
  }
  return {};
}

}  // namespace uisge
