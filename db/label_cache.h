// Looks up the labels that a file stores, by cell (position_cell.h), with a bounded cache of decoded units.
//
// A unit is decoded only up to the last cell that an answer needs; in a unit, cells with few crowns come first. If a
// later answer needs further cells, the unit is read again and decoding goes on where it ended. Damage in the rest of
// the unit is found only by the unit's checksum. In bench/probe_bench (2026-11-28, Zen 5) this takes 0.56 times as long
// as decoding whole units for single questions, and 1.07 times as long for a stream of random positions; a second
// decoding from the beginning would make that 1.32. The least recently used unit is evicted first. The cache holds at
// least one unit, even if this unit is larger than the limit. If several cells are looked up in one call, each unit is
// decoded once, and missing units are decoded on the threads that the caller provides. Not thread-safe: every thread
// needs a cache of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "db/database.h"
#include "db/label_source.h"
#include "db/parallel.h"
#include "db/recent_entries.h"

namespace uisge {

class LabelCache final : public LabelSource {
 public:
  LabelCache(const Database& database, std::size_t max_bytes, Parallel parallel = {});

  const std::string& path() const override { return database().path(); }
  const DatabaseIdentity& identity() const override { return database().identity(); }
  const Board& board() const override { return database().board(); }
  const Colourings& colourings() const override { return database().colourings(); }
  std::span<const SquareSet> placements() const override { return database().placements(); }
  bool has_distances() const override { return stores_distances(database().header().codec); }
  Result<LabelCode> code(PositionCell cell) override;
  Result<void> codes(std::span<const PositionCell> cells, std::span<LabelCode> codes) override;

 private:
  struct Unit {
    std::uint64_t number = 0;
    BegunUnit begun;
    std::vector<LabelCode> codes;  // the labels of all positions, used instead of `begun` if a label needs extra bits
  };
  // The cells that are looked up in one unit: asked_[first] to asked_[end - 1].
  struct Request {
    std::uint64_t number;
    std::size_t first;
    std::size_t end;
    Unit* unit;
  };
  struct Asked {
    std::uint64_t unit;
    std::size_t place;  // the cell's index in the caller's list of cells
  };

  const Database& database() const { return readers_.front().database(); }
  std::uint64_t number_of(PositionCell cell) const;
  // Writes to found_ the labels of the request's cells. Returns false if the unit is not decoded far enough.
  bool answer(const Request& request);
  Result<void> read(std::size_t worker, const Request& request);
  void prefetch(const Unit& unit) const;
  // Loads the units (parts of the file that are compressed alone) of the requests, and writes the labels of all cells
  // of the requests to found_. REQUIRES: the cache has room for all these units.
  Result<void> load(std::span<Request> requests);
  Result<void> read_missing();
  void forget_missing();

  Parallel parallel_;
  std::vector<UnitReader> readers_;  // one for each worker
  // Memory that units have given back, for each worker's next unit; otherwise workers would allocate again and again. A
  // unit in the cache has memory either for symbols or for labels, so it takes at most sizeof(LabelCode) bytes per
  // position.
  std::vector<Unit> spares_;
  RecentEntries<Unit> units_;
  // Scratch memory of codes().
  std::vector<Asked> asked_;
  std::vector<Request> requests_;
  std::vector<std::uint32_t> positions_;  // the number of each position in its unit, in the order of asked_
  std::vector<LabelCode> found_;          // the labels of these positions
  std::vector<const Request*> missing_;   // requests whose units are not decoded far enough
};

// Returns a source of all labels of a database, whatever its codec. The database must outlive the source. The source is
// not thread-safe.
std::unique_ptr<LabelSource> labels_of(const Database& database, std::size_t max_bytes, Parallel parallel = {});

}  // namespace uisge
