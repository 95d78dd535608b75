// Labels by cell, through a bounded cache of decoded units.
//
// A query of one position looks at a dozen placements, a stream of queries at the same ones again and again. Least
// recently used units go first; a unit larger than the limit is still held while it is used. Not thread-safe: one
// cache per thread.
#pragma once

#include <cstdint>
#include <list>
#include <unordered_map>
#include <vector>

#include "db/database.h"

namespace uisge {

class LabelCache {
 public:
  LabelCache(const Database& database, std::size_t max_bytes);
  const Database& database() const { return reader_.database(); }
  // REQUIRES: a cell of the database.
  Result<LabelCode> code(PositionCell cell);

 private:
  struct Unit {
    std::uint64_t number;
    std::vector<LabelCode> codes;
  };
  using Units = std::list<Unit>;

  Result<void> load(std::uint64_t number, std::uint32_t placement, int unit);

  UnitReader reader_;
  std::size_t max_units_;
  Units units_;  // the most recently used first
  std::unordered_map<std::uint64_t, Units::iterator> by_number_;
};

}  // namespace uisge
