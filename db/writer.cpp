#include "db/writer.h"

#include <cassert>
#include <utility>

#include "core/start.h"
#include "db/position_cell.h"

namespace uisge {

PlacementEncoder::PlacementEncoder(const WritePlan& plan) : plan_(&plan), encoder_(*plan.model) {}

EncodedPlacement PlacementEncoder::encode(std::size_t placement, std::span<const LabelCode> codes) {
  const UnitLayout layout = plan_->header.layout();
  const std::size_t units = layout.units_per_placement();
  EncodedPlacement encoded;
  encoded.placement = placement;
  for (std::size_t unit = 0; unit < units; ++unit) {
    const std::size_t before = encoded.bytes.size();
    encoder_.encode(codes.subspan(layout.first_position(unit), layout.positions(unit)), encoded.bytes);
    const ByteView payload = ByteView(encoded.bytes).subspan(before);
    const std::uint64_t seed = unit_seed(plan_->header_checksum, std::uint64_t{placement} * units + unit);
    put_number<std::uint64_t>(encoded.bytes, checksum(payload, seed));
    assert(encoded.bytes.size() - before <= kMaxUnitBytes);
    encoded.unit_bytes.push_back(static_cast<std::uint32_t>(encoded.bytes.size() - before));
  }
  return encoded;
}

Result<DatabaseWriter> DatabaseWriter::create(const OutputPlace& place, const DatabaseIdentity& identity,
                                              std::span<const SquareSet> placements,
                                              std::unique_ptr<const CodecModel> model) {
  assert(model->pieces() == identity.pieces);
  auto file = UISGE_TRY(AtomicFile::create(place));
  DatabaseWriter writer(std::move(file));
  writer.plan_ = std::make_unique<WritePlan>();
  WritePlan& plan = *writer.plan_;
  plan.model = std::move(model);
  plan.placements = placements;
  plan.header.identity = identity;
  plan.header.codec = plan.model->codec();
  plan.header.placements = static_cast<std::uint32_t>(placements.size());
  plan.header.blocks_per_unit = UnitLayout::standard(plan.model->codec(), identity.pieces).blocks_per_unit();
  plan.header.table_bytes = plan.model->bytes().size();
  plan.header.program = UISGE_PROGRAM;
  // The seed of the tables' checksum cannot be the header's checksum, since the header contains the tables' checksum.
  plan.header.table_checksum = checksum(plan.model->bytes(), 0);
  const Bytes header = encode_header(plan.header);
  plan.header_checksum = header_checksum(header);
  writer.unit_bytes_.reserve(plan.header.units());
  for (const ByteView part : {ByteView(header), ByteView(plan.model->bytes())}) UISGE_TRY(writer.put(part));
  return writer;
}

Result<void> DatabaseWriter::put(ByteView bytes) {
  hasher_.add(bytes);
  return file_.append(bytes);
}

Result<void> DatabaseWriter::append(const EncodedPlacement& encoded) {
  assert(encoded.placement == next_placement_);
  ++next_placement_;
  unit_bytes_.insert(unit_bytes_.end(), encoded.unit_bytes.begin(), encoded.unit_bytes.end());
  return put(encoded.bytes);
}

Result<std::uint64_t> DatabaseWriter::finish(const LabelSummary& summary) {
  assert(next_placement_ == plan_->header.placements);
  FileFooter footer{.index_offset = file_.bytes()};
  Bytes index;
  index.reserve(plan_->header.index_bytes());
  for (const SquareSet placement_bb : plan_->placements) put_number<std::uint64_t>(index, placement_bb.bits());
  for (const std::uint32_t bytes : unit_bytes_) put_number<std::uint32_t>(index, bytes);
  footer.index_checksum = checksum(index, plan_->header_checksum);
  footer.statistics_offset = footer.index_offset + index.size();
  const Bytes statistics = encode_statistics(summary);
  footer.statistics_checksum = checksum(statistics, plan_->header_checksum);
  for (const ByteView part : {ByteView(index), ByteView(statistics)}) UISGE_TRY(put(part));
  footer.hash = hasher_.hash();
  footer.file_bytes = file_.bytes() + kFooterBytes;
  UISGE_TRY(file_.append(encode_footer(footer, plan_->header_checksum)));
  UISGE_TRY(file_.publish());
  return footer.file_bytes;
}

std::optional<PositionCell> start_cell(const Board& board, int pieces, std::span<const SquareSet> placements) {
  const auto start = start_position(board, pieces);
  if (!start || !start->is_live()) return std::nullopt;
  return find_cell(board, placements, Colourings(pieces), *start);
}

}  // namespace uisge
