#include "tests/db/forged_file.h"

#include <algorithm>
#include <utility>

namespace uisge::test {

namespace {

struct Parts {
  std::size_t tables_end;
  std::size_t index;
  std::size_t statistics;
  std::size_t footer;
};

Parts parts_of(const Bytes& bytes) {
  const std::size_t footer = bytes.size() - kFooterBytes;
  return {kHeaderBytes + get_number<std::uint64_t>(bytes, 32), get_number<std::uint64_t>(bytes, footer),
          get_number<std::uint64_t>(bytes, footer + 8), footer};
}

ByteView between(const Bytes& bytes, std::size_t begin, std::size_t end) {
  return ByteView(bytes).subspan(begin, end - begin);
}

}  // namespace

std::vector<UnitBytes> unit_bytes(const Bytes& bytes) {
  const Parts parts = parts_of(bytes);
  const std::size_t placements = get_number<std::uint32_t>(bytes, 24);
  std::vector<UnitBytes> units;
  std::size_t begin = parts.tables_end;
  for (std::size_t at = parts.index + 8 * placements; at < parts.statistics; at += 4) {
    units.push_back({begin, begin + get_number<std::uint32_t>(bytes, at)});
    begin = units.back().end;
  }
  return units;
}

Bytes resealed_but_units(Bytes bytes) {
  const Parts parts = parts_of(bytes);
  set_number(bytes, 40, checksum(between(bytes, kHeaderBytes, parts.tables_end), 0));
  set_number(bytes, kHeaderBytes - 8, checksum(between(bytes, 0, kHeaderBytes - 8), 0));
  const Checksum header = header_checksum(bytes);
  set_number(bytes, parts.footer + 16, checksum(between(bytes, parts.index, parts.statistics), header));
  set_number(bytes, parts.footer + 24, checksum(between(bytes, parts.statistics, parts.footer), header));
  FileHasher hasher;
  hasher.add(between(bytes, 0, parts.footer));
  const FileHash hash = hasher.hash();
  std::copy(hash.begin(), hash.end(), bytes.begin() + static_cast<std::ptrdiff_t>(parts.footer + 32));
  set_number(bytes, parts.footer + 56, checksum(between(bytes, parts.footer, parts.footer + 56), header));
  return bytes;
}

Bytes resealed(Bytes bytes) {
  bytes = resealed_but_units(std::move(bytes));
  const Checksum header = header_checksum(bytes);
  std::uint64_t number = 0;
  for (const UnitBytes unit : unit_bytes(bytes)) {
    set_number(bytes, unit.end - 8, checksum(between(bytes, unit.begin, unit.end - 8), unit_seed(header, number++)));
  }
  return resealed_but_units(std::move(bytes));
}

}  // namespace uisge::test
