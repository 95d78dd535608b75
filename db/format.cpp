#include "db/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <string_view>

#include "core/piece_count.h"

namespace uisge {

namespace {

constexpr std::string_view kEndMagic = "UISGEEND";
constexpr std::uint32_t kAbsent = 0xFFFF'FFFF;
constexpr std::size_t kFixedStatisticsBytes = 72;

void put_text(Bytes& bytes, std::string_view text, std::size_t width) {
  assert(text.size() <= width);
  for (std::size_t i = 0; i < width; ++i) bytes.push_back(static_cast<std::byte>(i < text.size() ? text[i] : '\0'));
}

template <class Text>
bool starts_with(ByteView bytes, const Text& text) {
  return bytes.size() >= text.size() && std::equal(text.begin(), text.end(), bytes.begin(),
                                                   [](auto a, std::byte b) { return static_cast<std::byte>(a) == b; });
}

void put_cell(Bytes& bytes, const std::optional<PositionCell>& cell) {
  put_number<std::uint32_t>(bytes, cell ? cell->placement : kAbsent);
  put_number<std::uint32_t>(bytes, cell ? cell->index : kAbsent);
}

Result<std::optional<PositionCell>> parse_cell(ByteView bytes, std::size_t offset, const FileHeader& header) {
  const PositionCell cell{get_number<std::uint32_t>(bytes, offset), get_number<std::uint32_t>(bytes, offset + 4)};
  if (cell.placement == kAbsent && cell.index == kAbsent) return std::optional<PositionCell>();
  const int pieces = header.identity.pieces;
  if (cell.placement >= header.placements || cell.index >= positions_per_placement(pieces) ||
      !is_live_index(pieces, cell.index)) {
    return bad_file("the statistics name a position that the file does not hold");
  }
  return std::optional(cell);
}

}  // namespace

std::string to_string(const DatabaseIdentity& identity) {
  return fmt::format("{} with {} {} a side, {}", to_string(identity.board), identity.pieces,
                     identity.pieces == 1 ? "piece" : "pieces", to_string(identity.rules));
}

namespace {

std::string file_name(const DatabaseIdentity& identity, std::string_view suffix) {
  return fmt::format("{}-{}-{}{}{}.uisge", to_string(identity.board), identity.pieces, to_string(identity.rules.stuck),
                     identity.rules.diagonal_jumps ? "-diagonal" : "", suffix);
}

}  // namespace

std::string default_file_name(const DatabaseIdentity& identity) {
  return file_name(identity, "");
}

std::string default_values_name(const DatabaseIdentity& identity) {
  return file_name(identity, "-values");
}

std::uint64_t most_placements(BoardSize board, int pieces) {
  const auto squares = static_cast<std::uint64_t>(board.files * board.ranks);
  // All products are at most C(64, 12) times 64, far below 2^64, and no division leaves a remainder.
  std::uint64_t ways = 1;
  for (std::uint64_t chosen = 1; chosen <= 2 * static_cast<std::uint64_t>(pieces); ++chosen) {
    if (chosen > squares) return 0;
    ways = ways * (squares - chosen + 1) / chosen;
  }
  return ways;
}

Result<void> require_placements(const DatabaseIdentity& identity, std::uint64_t placements) {
  if (placements != 0) return {};
  return usage_error(fmt::format("board: {} pieces do not fit on {}", 2 * identity.pieces, to_string(identity.board)));
}

std::uint64_t rules_hash(RuleSet rules) {
  const std::string meaning = fmt::format(
      "uisge rules 1; a jump over an orthogonally adjacent piece turns the jumper over; a crown steps to any adjacent "
      "square; {}all pieces stay orthogonally connected; all crowns after the own move wins; a stuck side {}; "
      "distances in plies; endless play is a draw",
      rules.diagonal_jumps ? "a crown may jump diagonally too; " : "", to_string(rules.stuck));
  return checksum(std::as_bytes(std::span(meaning)), 0);
}

void put_identity(Bytes& bytes, const DatabaseIdentity& identity) {
  assert(bytes.size() == kIdentityOffset);
  put_number<std::uint8_t>(bytes, identity.board.files);
  put_number<std::uint8_t>(bytes, identity.board.ranks);
  put_number<std::uint8_t>(bytes, identity.pieces);
  put_number<std::uint8_t>(bytes, identity.rules.stuck);
  put_number(bytes, std::uint8_t{identity.rules.diagonal_jumps});
}

Result<DatabaseIdentity> parse_identity(ByteView header) {
  const auto byte_at = [&](std::size_t i) { return std::to_integer<int>(header[kIdentityOffset + i]); };
  const auto board = make_board_size(byte_at(0), byte_at(1));
  if (!board) return bad_file(board.error().message);
  if (byte_at(2) < kMinPieces || byte_at(2) > kMaxPieces) {
    return bad_file(fmt::format("{} pieces per side, there can be {} to {}", byte_at(2), kMinPieces, kMaxPieces));
  }
  const auto stuck = known_stuck_rule(byte_at(3));
  if (!stuck || byte_at(4) > 1) return bad_file("an unknown rule set");
  return DatabaseIdentity{*board, byte_at(2), {*stuck, byte_at(4) == 1}};
}

Bytes encode_header(const FileHeader& header) {
  Bytes bytes;
  put_text(bytes, kDatabaseFile.magic, kDatabaseFile.magic.size());
  put_number<std::uint16_t>(bytes, kFormatVersion);
  put_identity(bytes, header.identity);
  put_number<std::uint8_t>(bytes, header.codec);
  put_number<std::uint64_t>(bytes, rules_hash(header.identity.rules));
  put_number<std::uint32_t>(bytes, header.placements);
  put_number<std::uint32_t>(bytes, header.blocks_per_unit);
  put_number<std::uint64_t>(bytes, header.table_bytes);
  put_number<std::uint64_t>(bytes, header.table_checksum);
  put_text(bytes, header.program, kProgramNameBytes);
  put_number<std::uint64_t>(bytes, checksum(bytes, 0));
  assert(bytes.size() == kHeaderBytes);
  return bytes;
}

Checksum header_checksum(ByteView header) {
  return get_number<std::uint64_t>(header, kHeaderBytes - 8);
}

Result<FileHeader> parse_header(ByteView bytes) {
  if (bytes.empty()) return bad_file("empty");
  if (!starts_with(bytes, kDatabaseFile.magic)) return bad_file("not a uisge database");
  if (bytes.size() < kHeaderBytes) return bad_file("cut off within the header");
  const auto version = get_number<std::uint16_t>(bytes, 8);
  if (version > kFormatVersion) {
    return bad_file(
        fmt::format("format version {}, this program reads up to {}: use a newer uisge", version, kFormatVersion));
  }
  if (checksum(bytes.first(kHeaderBytes - 8), 0) != header_checksum(bytes)) return bad_file("the header is damaged");
  if (version == 0) return bad_file("format version 0 does not exist");
  FileHeader header;
  const auto byte_at = [&](std::size_t offset) { return std::to_integer<int>(bytes[offset]); };
  header.identity = UISGE_TRY(parse_identity(bytes));
  if (get_number<std::uint64_t>(bytes, 16) != rules_hash(header.identity.rules)) {
    return bad_file(fmt::format("'{}' means other rules there than in this program: solve again",
                                to_string(header.identity.rules)));
  }
  const auto codec = known_codec(std::to_integer<std::uint8_t>(bytes[15]));
  if (!codec) {
    return bad_file(
        fmt::format("labels are stored by codec {}, which this program does not know: use a newer uisge", byte_at(15)));
  }
  header.codec = *codec;
  header.placements = get_number<std::uint32_t>(bytes, 24);
  if (header.placements > most_placements(header.identity.board, header.identity.pieces)) {
    return bad_file(fmt::format("{} placements are more than the board has", header.placements));
  }
  const auto blocks = get_number<std::uint32_t>(bytes, 28);
  if (blocks < 1 || blocks > colouring_count(header.identity.pieces)) {
    return bad_file(fmt::format("units of {} colourings", blocks));
  }
  header.blocks_per_unit = blocks;
  header.table_bytes = get_number<std::uint64_t>(bytes, 32);
  if (header.table_bytes > kMaxTableBytes) return bad_file("codec tables beyond any codec's size");
  header.table_checksum = get_number<std::uint64_t>(bytes, 40);
  for (std::size_t i = 48; i < 48 + kProgramNameBytes && byte_at(i) != 0; ++i) {
    header.program += static_cast<char>(byte_at(i));
  }
  return header;
}

Bytes encode_statistics(const LabelSummary& summary) {
  Bytes bytes;
  for (const OutcomeCounts* counts : {&summary.raw, &summary.canonical}) {
    put_number<std::uint64_t>(bytes, counts->won);
    put_number<std::uint64_t>(bytes, counts->lost);
    put_number<std::uint64_t>(bytes, counts->drawn);
  }
  put_cell(bytes, summary.longest_distance_cell);
  put_cell(bytes, summary.start);
  put_number<std::uint16_t>(bytes, summary.start_code);
  put_number<std::uint16_t>(bytes, 0);
  put_number<std::uint32_t>(bytes, summary.by_distance.size());
  assert(bytes.size() == kFixedStatisticsBytes);
  for (const DistanceCounts& counts : summary.by_distance) {
    put_number<std::uint64_t>(bytes, counts.won);
    put_number<std::uint64_t>(bytes, counts.lost);
  }
  return bytes;
}

Result<LabelSummary> parse_statistics(ByteView bytes, const FileHeader& header) {
  if (bytes.size() < kFixedStatisticsBytes) return bad_file("the statistics are cut off");
  LabelSummary summary;
  std::size_t offset = 0;
  for (OutcomeCounts* counts : {&summary.raw, &summary.canonical}) {
    for (std::uint64_t* count : {&counts->won, &counts->lost, &counts->drawn}) {
      *count = get_number<std::uint64_t>(bytes, offset);
      offset += 8;
    }
  }
  const auto example = UISGE_TRY(parse_cell(bytes, 48, header));
  const auto start = UISGE_TRY(parse_cell(bytes, 56, header));
  summary.longest_distance_cell = example;
  summary.start = start;
  summary.start_code = get_number<std::uint16_t>(bytes, 64);
  const std::size_t distances = get_number<std::uint32_t>(bytes, 68);
  const auto zero = get_number<std::uint16_t>(bytes, 66);
  const bool is_start_good = stores_distances(header.codec)
                                 ? summary.start_code <= kMaxLabelCode
                                 : distances == 0 &&
                                       (summary.start_code == kDrawCode || summary.start_code >= kUncountedWinCode) &&
                                       summary.start_code <= kUncountedLossCode;
  if (!is_start_good || zero != 0 || (!summary.start && summary.start_code != kDrawCode) ||
      distances > std::size_t{kMaxPlies} + 1 || bytes.size() != kFixedStatisticsBytes + 16 * distances ||
      (distances != 0) != example.has_value()) {
    return bad_file("the statistics contradict themselves");
  }
  for (std::size_t i = 0; i < distances; ++i) {
    offset = kFixedStatisticsBytes + 16 * i;
    summary.by_distance.push_back(
        {get_number<std::uint64_t>(bytes, offset), get_number<std::uint64_t>(bytes, offset + 8)});
  }
  return summary;
}

Bytes encode_footer(const FileFooter& footer, Checksum header) {
  Bytes bytes;
  put_number<std::uint64_t>(bytes, footer.index_offset);
  put_number<std::uint64_t>(bytes, footer.statistics_offset);
  put_number<std::uint64_t>(bytes, footer.index_checksum);
  put_number<std::uint64_t>(bytes, footer.statistics_checksum);
  bytes.insert(bytes.end(), footer.hash.begin(), footer.hash.end());
  put_number<std::uint64_t>(bytes, footer.file_bytes);
  put_number<std::uint64_t>(bytes, checksum(bytes, header));
  put_text(bytes, kEndMagic, kEndMagic.size());
  assert(bytes.size() == kFooterBytes);
  return bytes;
}

Result<FileFooter> parse_footer(ByteView bytes, Checksum header) {
  assert(bytes.size() == kFooterBytes);
  if (!starts_with(bytes.last(kEndMagic.size()), kEndMagic))
    return bad_file("cut off or damaged: the end mark is missing");
  const ByteView checked = bytes.first(kFooterBytes - kEndMagic.size() - 8);
  if (checksum(checked, header) != get_number<std::uint64_t>(bytes, checked.size())) {
    return bad_file("the footer is damaged");
  }
  FileFooter footer{.index_offset = get_number<std::uint64_t>(bytes, 0),
                    .statistics_offset = get_number<std::uint64_t>(bytes, 8),
                    .index_checksum = get_number<std::uint64_t>(bytes, 16),
                    .statistics_checksum = get_number<std::uint64_t>(bytes, 24)};
  std::copy_n(bytes.begin() + 32, footer.hash.size(), footer.hash.begin());
  footer.file_bytes = get_number<std::uint64_t>(bytes, 48);
  return footer;
}

}  // namespace uisge
