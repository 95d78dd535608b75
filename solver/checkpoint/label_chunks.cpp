#include "solver/checkpoint/label_chunks.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/colouring.h"
#include "solver/checkpoint/segment.h"

namespace uisge {

LabelChunks::LabelChunks(const PlyLogReader& log, InstructionSet instructions)
    : log_(log), instructions_(instructions) {
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

Result<void> LabelChunks::read(std::size_t chunk, Scratch& scratch, const Visit& visit) const {
  const std::span<const SegmentRecord> records(records_.data() + first_[chunk], records_.data() + first_[chunk + 1]);
  if (scratch.segments.size() < records.size()) scratch.segments.resize(records.size());
  const int pieces = log_.header().identity.pieces;
  const auto damaged = [&](std::size_t i) {
    return bad_file(fmt::format("{}: a segment of ply {} is damaged", log_.path(), records[i].ply));
  };
  std::vector<SegmentDecoder> decoders;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    bytes += records[i].bytes;
    if (bytes > kMaxChunkBytes) return damaged(i);
    UISGE_TRY(log_.read(records[i], scratch.segments[i]));
    decoders.emplace_back(SegmentCode{pieces, instructions_}, scratch.segments[i]);
  }
  const WordCode& words_to_codes = word_code(instructions_);
  const std::size_t positions = positions_per_placement(pieces);
  for (std::size_t n = 0; n < placements(chunk); ++n) {
    scratch.codes.assign(positions, kDrawCode);
    LabelCode* const codes = scratch.codes.data();
    for (std::size_t i = 0; i < records.size(); ++i) {
      const LabelCode code = encode_label({records[i].outcome, records[i].ply});
      const auto take_words = [&](std::span<const std::uint64_t> words) {
        words_to_codes.assign(words.data(), words.size(), code, codes);
      };
      const auto take_member = [&](std::uint32_t at) { codes[at] = code; };
      if (!decoders[i].list(scratch.words, take_words, take_member)) return damaged(i);
    }
    visit(n, scratch.codes);
  }
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (!decoders[i].at_end()) return damaged(i);
  }
  return {};
}

}  // namespace uisge
