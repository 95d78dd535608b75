// Databases that are wrong on purpose: bytes changed, and all checksums made right again.
#pragma once

#include "db/format.h"

namespace uisge::test {

// Corrects every checksum of a database's bytes: header, tables, units, index, statistics, hash and footer, as far as
// the parts can be found. The index gives the sizes of the units.
Bytes resealed(Bytes bytes);
// The same, but the units keep the checksums that they have.
Bytes resealed_but_units(Bytes bytes);

// The bytes [begin, end) of a unit, its checksum included.
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
