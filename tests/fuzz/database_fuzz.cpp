// Any bytes that are read as a database file are refused, or give answers, without a crash, a hang or a read out of
// bounds. Answers are not compared with the truth: a file with corrected checksums may have false labels, which only
// `uisge verify` finds.
#include "core/start.h"
#include "db/probe.h"
#include "tests/db/forged_file.h"
#include "tests/fuzz/fuzz_target.h"

using namespace uisge;
using namespace uisge::fuzz;
using uisge::test::set_number;

namespace {

ByteView part(const Bytes& bytes, std::uint64_t begin, std::uint64_t end) {
  return ByteView(bytes).subspan(begin, end - begin);
}

// docs/formats/database.md gives the offsets.
void repair_header(Bytes& bytes) {
  const auto stuck = known_stuck_rule(std::to_integer<int>(bytes[13]));
  const auto diagonal = std::to_integer<int>(bytes[14]);
  if (stuck && diagonal <= 1) set_number(bytes, 16, rules_hash({*stuck, diagonal == 1}));
  const auto table_bytes = get_number<std::uint64_t>(bytes, 32);
  if (table_bytes <= bytes.size() - kHeaderBytes) {
    set_number(bytes, 40, checksum(part(bytes, kHeaderBytes, kHeaderBytes + table_bytes), 0));
  }
  set_number(bytes, kHeaderBytes - 8, checksum(part(bytes, 0, kHeaderBytes - 8), 0));
}

void repair_units(Bytes& bytes, const FileHeader& header, std::uint64_t index_offset) {
  std::uint64_t begin = kHeaderBytes + header.table_bytes;
  for (std::uint64_t unit = 0; unit < header.units(); ++unit) {
    const std::uint64_t size_offset = index_offset + 8 * std::uint64_t{header.placements} + 4 * unit;
    if (size_offset + 4 > bytes.size()) return;
    const std::uint64_t end = begin + get_number<std::uint32_t>(bytes, size_offset);
    if (end > index_offset || end - begin < kUnitChecksumBytes) return;
    const Checksum sum = checksum(part(bytes, begin, end - 8), unit_seed(header_checksum(bytes), unit));
    set_number(bytes, end - 8, sum);
    begin = end;
  }
}

void repair(Bytes& bytes) {
  if (bytes.size() < kHeaderBytes + kFooterBytes) return;
  repair_header(bytes);
  const auto header = parse_header(ByteView(bytes).first(kHeaderBytes));
  if (!header) return;
  const std::uint64_t end = bytes.size() - kFooterBytes;
  FileFooter footer{.index_offset = get_number<std::uint64_t>(bytes, end),
                    .statistics_offset = get_number<std::uint64_t>(bytes, end + 8),
                    .file_bytes = bytes.size()};
  if (footer.index_offset > footer.statistics_offset || footer.statistics_offset > end) return;
  repair_units(bytes, *header, footer.index_offset);
  const Checksum seed = header_checksum(bytes);
  footer.index_checksum = checksum(part(bytes, footer.index_offset, footer.statistics_offset), seed);
  footer.statistics_checksum = checksum(part(bytes, footer.statistics_offset, end), seed);
  FileHasher hasher;
  hasher.add(part(bytes, 0, end));
  footer.hash = hasher.hash();
  std::ranges::copy(encode_footer(footer, seed), bytes.begin() + static_cast<std::ptrdiff_t>(end));
}

void ask(const Bytes& bytes) {
  static const MemoryFile file;
  file.set(bytes.data(), bytes.size());
  const auto database = Database::open(file.path());
  if (!database) return require(database.error().kind == ErrorKind::kBadFile);
  constexpr std::size_t kCacheBytes = std::size_t{1} << 20;
  Probe probe(*database, kCacheBytes);
  if (const auto start = start_position(database->board(), database->identity().pieces)) {
    static_cast<void>(probe.analyse(*start));
    static_cast<void>(probe.main_line(*start));
  }
  UnitReader reader(*database);
  std::vector<LabelCode> codes(database->layout().max_positions());
  const std::uint32_t some = std::min<std::uint32_t>(database->header().placements, 4);
  for (std::uint32_t placement = 0; placement < some; ++placement) {
    static_cast<void>(reader.read_unit(placement, 0, std::span(codes).first(database->layout().positions(0))));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return ask_twice(data, size, ask, repair);
}
