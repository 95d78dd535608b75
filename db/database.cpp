#include "db/database.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "db/position_cell.h"

namespace uisge {

namespace {

constexpr std::uint64_t kSmallFileBytes = std::uint64_t{1} << 20;
constexpr std::uint64_t kIndexPieceBytes = std::uint64_t{1} << 18;
// An index of at most this size is read in a tenth of a second.
constexpr std::uint64_t kQuickIndexBytes = std::uint64_t{1} << 28;

}  // namespace

Database::Database(InputFile file, FileHeader header)
    : file_(std::move(file)),
      header_(std::move(header)),
      layout_(header_.layout()),
      colourings_(header_.identity.pieces),
      board_(std::make_unique<const Board>(header_.identity.board)) {}

tl::unexpected<Error> Database::damaged(const std::string& what) const {
  return bad_file(fmt::format("{}: {}", path(), what));
}

Result<Database> Database::open(const std::string& path) {
  auto opened = InputFile::open(path);
  if (!opened) {
    std::error_code unreadable;
    const bool is_missing = path.ends_with(".uisge") && !std::filesystem::exists(path, unreadable) && !unreadable;
    if (is_missing) opened.error().advice.push_back({Remedy::kMakeDatabase});
    return tl::unexpected(std::move(opened.error()));
  }
  InputFile file = std::move(*opened);
  Bytes bytes(std::min<std::uint64_t>(file.bytes(), kHeaderBytes));
  UISGE_TRY(file.read(0, bytes));
  auto header = parse_header(bytes);
  if (!header) return bad_file(fmt::format("{}: {}", file.path(), header.error().message));
  Database database(std::move(file), std::move(*header));
  database.header_checksum_ = uisge::header_checksum(bytes);
  UISGE_TRY(database.read_parts());
  UISGE_TRY(database.check_small_file());
  return database;
}

Result<void> Database::read_parts() {
  const std::uint64_t size = file_.bytes();
  const std::uint64_t fixed = kHeaderBytes + header_.table_bytes + kFooterBytes;
  // A header that was accepted has tables of at most 2^20 bytes and an index of at most 2^47 bytes, so the sum of the
  // sizes cannot overflow.
  if (size < fixed + header_.index_bytes()) return damaged("cut off: smaller than its header demands");

  Bytes bytes(kFooterBytes);
  UISGE_TRY(file_.read(size - kFooterBytes, bytes));
  const auto footer = parse_footer(bytes, header_checksum_);
  if (!footer) return damaged(footer.error().message);
  footer_ = *footer;
  const std::uint64_t statistics_end = size - kFooterBytes;
  if (footer_.file_bytes != size) {
    return damaged(fmt::format("has {} bytes, {} were written", size, footer_.file_bytes));
  }
  if (footer_.statistics_offset > statistics_end || footer_.index_offset > footer_.statistics_offset ||
      footer_.index_offset < kHeaderBytes + header_.table_bytes ||
      footer_.statistics_offset - footer_.index_offset != header_.index_bytes() ||
      statistics_end - footer_.statistics_offset > kMaxStatisticsBytes) {
    return damaged("the parts of the file do not fit together");
  }

  bytes.resize(header_.table_bytes);
  UISGE_TRY(file_.read(kHeaderBytes, bytes));
  if (checksum(bytes, 0) != header_.table_checksum) return damaged("the codec's tables are damaged");
  auto model = CodecModel::parse(header_.codec, header_.identity.pieces, bytes);
  if (!model) return damaged(model.error().message);
  model_ = std::move(*model);

  UISGE_TRY(read_index());

  bytes.resize(statistics_end - footer_.statistics_offset);
  UISGE_TRY(file_.read(footer_.statistics_offset, bytes));
  if (checksum(bytes, header_checksum_) != footer_.statistics_checksum) return damaged("the statistics are damaged");
  auto summary = parse_statistics(bytes, header_);
  if (!summary) return damaged(summary.error().message);
  summary_ = std::move(*summary);
  return {};
}

Result<void> Database::visit_index(const IndexVisitor& visitor) const {
  Bytes piece;
  const std::uint64_t placements_end = std::uint64_t{header_.placements} * 8;
  for (std::uint64_t at = 0; at < header_.index_bytes(); at += piece.size()) {
    // Each read covers either placements or unit sizes, never both.
    const std::uint64_t end = at < placements_end ? placements_end : header_.index_bytes();
    piece.resize(static_cast<std::size_t>(std::min(kIndexPieceBytes, end - at)));
    UISGE_TRY(file_.read(footer_.index_offset + at, piece));
    UISGE_TRY(visitor.bytes(piece));
    if (at < placements_end) {
      for (std::size_t i = 0; i < piece.size(); i += 8)
        visitor.placement(SquareSet(get_number<std::uint64_t>(piece, i)));
    } else {
      for (std::size_t i = 0; i < piece.size(); i += 4) visitor.unit(get_number<std::uint32_t>(piece, i));
    }
  }
  return {};
}

// Checks the index before memory is allocated for it, since a sparse file can claim any size and take few bytes on the
// disk. A large index is read no further than to its first flaw. A small one is read to its end, so that the checksum
// tells whether the file is damaged or was written with the flaw.
Result<void> Database::read_index() {
  ChecksumStream sum(header_checksum_);
  std::string flaw;  // the first flaw that was found
  SquareSet last_bb;
  std::uint64_t placement = 0;
  std::uint64_t unit = 0;
  std::uint64_t offset = kHeaderBytes + header_.table_bytes;
  IndexVisitor check;
  check.bytes = [&](ByteView piece) -> Result<void> {
    if (!flaw.empty() && header_.index_bytes() > kQuickIndexBytes) return damaged(flaw);
    sum.add(piece);
    return {};
  };
  check.placement = [&](SquareSet placement_bb) {
    const bool is_good = board_->all_bb().contains(placement_bb) &&
                         placement_bb.size() == 2 * header_.identity.pieces &&
                         (placement == 0 || last_bb < placement_bb);
    if (!is_good && flaw.empty()) flaw = fmt::format("placement {} of the index is impossible", placement);
    last_bb = placement_bb;
    ++placement;
  };
  check.unit = [&](std::uint32_t bytes) {
    if ((bytes < kUnitChecksumBytes || bytes > kMaxUnitBytes) && flaw.empty()) {
      flaw = fmt::format("unit {} of the index has an impossible size", unit);
    }
    offset += bytes;
    ++unit;
  };
  UISGE_TRY(visit_index(check));
  if (sum.sum() != footer_.index_checksum) return damaged("the index is damaged");
  if (!flaw.empty()) return damaged(flaw);
  if (offset != footer_.index_offset) return damaged("the units do not fill the space before the index");

  placements_.reserve(header_.placements);
  unit_bytes_.reserve(header_.units());
  placement_offsets_.reserve(header_.placements);
  const std::size_t per_placement = layout_.units_per_placement();
  offset = kHeaderBytes + header_.table_bytes;
  ChecksumStream again(header_checksum_);
  IndexVisitor keep;
  keep.bytes = [&](ByteView piece) -> Result<void> {
    again.add(piece);
    return {};
  };
  keep.placement = [&](SquareSet placement_bb) { placements_.push_back(placement_bb); };
  keep.unit = [&](std::uint32_t bytes) {
    if (unit_bytes_.size() % per_placement == 0) placement_offsets_.push_back(offset);
    unit_bytes_.push_back(bytes);
    offset += bytes;
  };
  UISGE_TRY(visit_index(keep));
  if (again.sum() != footer_.index_checksum) return damaged("the index changes while it is read");
  return {};
}

Result<void> Database::check_small_file() const {
  if (file_.bytes() > kSmallFileBytes) return {};
  Bytes bytes(file_.bytes() - kFooterBytes);
  UISGE_TRY(file_.read(0, bytes));
  FileHasher hasher;
  hasher.add(bytes);
  if (hasher.hash() != footer_.hash) return damaged("damaged: the checksum of the whole file differs");
  return {};
}

Position Database::position(PositionCell cell) const {
  return position_at(*board_, colourings_, placements_[cell.placement], cell.index);
}

UnitReader::UnitReader(const Database& database) : database_(&database), decoder_(*database.model_) {}

std::size_t UnitReader::unit_bytes(std::size_t placement, std::size_t unit) const {
  return database_->unit_bytes_[placement * database_->layout_.units_per_placement() + unit];
}

std::uint64_t UnitReader::unit_offset(std::size_t placement, std::size_t unit) const {
  std::uint64_t offset = database_->placement_offsets_[placement];
  for (std::size_t before = 0; before < unit; ++before) offset += unit_bytes(placement, before);
  return offset;
}

void UnitReader::prefetch_unit(std::size_t placement, std::size_t unit) const {
  database_->file_.prefetch(unit_offset(placement, unit), unit_bytes(placement, unit));
}

Result<void> UnitReader::read(std::size_t placement, std::size_t unit) {
  buffer_.resize(unit_bytes(placement, unit));
  return database_->file_.read(unit_offset(placement, unit), buffer_);
}

Result<void> UnitReader::read_unit(std::size_t placement, std::size_t unit, std::span<LabelCode> codes,
                                   const BegunUnit& begun) {
  UISGE_TRY(read(placement, unit));
  return decode_checked(placement, unit, buffer_, [&](ByteView bytes) { return decoder_.decode(bytes, codes, begun); });
}

Result<void> UnitReader::read_symbols(std::size_t placement, std::size_t unit, std::size_t cells, BegunUnit& begun) {
  UISGE_TRY(read(placement, unit));
  return decode_checked(placement, unit, buffer_, [&](ByteView bytes) {
    return decoder_.decode_symbols(bytes, database_->layout_.blocks(unit), cells, begun);
  });
}

Result<void> UnitReader::read_placement(std::size_t placement, std::span<LabelCode> codes) {
  const UnitLayout& layout = database_->layout_;
  std::size_t bytes = 0;
  for (std::size_t unit = 0; unit < layout.units_per_placement(); ++unit) bytes += unit_bytes(placement, unit);
  buffer_.resize(bytes);
  UISGE_TRY(database_->file_.read(database_->placement_offsets_[placement], buffer_));
  ByteView rest(buffer_);
  for (std::size_t unit = 0; unit < layout.units_per_placement(); ++unit) {
    const std::size_t taken = unit_bytes(placement, unit);
    UISGE_TRY(
        decode(placement, unit, rest.first(taken), codes.subspan(layout.first_position(unit), layout.positions(unit))));
    rest = rest.subspan(taken);
  }
  return {};
}

Result<void> UnitReader::decode(std::size_t placement, std::size_t unit, ByteView bytes, std::span<LabelCode> codes) {
  return decode_checked(placement, unit, bytes, [&](ByteView payload) { return decoder_.decode(payload, codes); });
}

template <class Decode>
Result<void> UnitReader::decode_checked(std::size_t placement, std::size_t unit, ByteView bytes, Decode decode) const {
  const ByteView payload = bytes.first(bytes.size() - kUnitChecksumBytes);
  const std::uint64_t number = std::uint64_t{placement} * database_->layout_.units_per_placement() + unit;
  if (checksum(payload, unit_seed(database_->header_checksum_, number)) !=
      get_number<std::uint64_t>(bytes, payload.size())) {
    return database_->damaged(fmt::format("unit {} is damaged", number));
  }
  if (auto decoded = decode(payload); !decoded) {
    return database_->damaged(fmt::format("unit {}: {}", number, decoded.error().message));
  }
  return {};
}

}  // namespace uisge
