// Databases that are wrong on purpose: changed bytes with corrected checksums.
#pragma once

#include "db/format.h"

namespace uisge::test {

// Corrects the checksums of all parts of a database: header, tables, units, index, statistics, hash and footer. The
// sizes of the units come from the index.
Bytes resealed(Bytes bytes);
// Corrects all checksums but those of the units.
Bytes resealed_but_units(Bytes bytes);

// The bytes [begin, end) of a unit, including its checksum.
struct UnitBytes {
  std::size_t begin;
  std::size_t end;
};
std::vector<UnitBytes> unit_bytes(const Bytes& bytes);

template <std::unsigned_integral T>
void set_number(Bytes& bytes, std::size_t offset, T value) {
  Bytes number;
  put_number<T>(number, value);
  std::copy(number.begin(), number.end(), bytes.begin() + static_cast<std::ptrdiff_t>(offset));
}

}  // namespace uisge::test
