// Labels by cell, as a file stores them, through a bounded cache of decoded units.
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
#include "db/label_source.h"

namespace uisge {

class LabelCache final : public LabelSource {
 public:
  LabelCache(const Database& database, std::size_t max_bytes);

  const std::string& path() const override { return database().path(); }
  const DatabaseIdentity& identity() const override { return database().identity(); }
  const Board& board() const override { return database().board(); }
  const Colourings& colourings() const override { return database().colourings(); }
  std::span<const SquareSet> placements() const override { return database().placements(); }
  bool has_distances() const override { return stores_distances(database().header().codec); }
  Result<LabelCode> code(PositionCell cell) override;

 private:
  struct Unit {
    std::uint64_t number;
    std::vector<LabelCode> codes;
  };
  using Units = std::list<Unit>;

  const Database& database() const { return reader_.database(); }
  Result<void> load(std::uint64_t number, std::uint32_t placement, int unit);

  UnitReader reader_;
  std::size_t max_units_;
  Units units_;  // the most recently used first
  std::unordered_map<std::uint64_t, Units::iterator> by_number_;
};

// All labels of a database, whichever of them it stores. The database must outlive it. Not thread-safe.
std::unique_ptr<LabelSource> labels_of(const Database& database, std::size_t max_bytes);

}  // namespace uisge
