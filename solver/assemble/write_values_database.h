// Writes a values database (docs/formats/database.md, codec 3) from planes. A values database stores which positions
// are lost.
//
// The source may be planes in memory, tiles in a file, or another database. Placements are read, coded and written in
// the order of the file. Memory: the blocks of some placements per thread, and the index (4 bytes per unit, 8 per
// placement). The file appears complete or not at all.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>

#include "db/format.h"
#include "solver/assemble/assemble_database.h"
#include "solver/placements/placement_table.h"

namespace uisge {

// The blocks of one placement, in order of colouring rank, block_words(n) words each (solver/kernel/block_shape.h).
// Bits of positions in which a side has only crowns may be anything. REQUIRES: no live position is both won and lost.
struct ValueBits {
  std::span<const std::uint64_t> won;
  std::span<const std::uint64_t> lost;
};

class ValueSource {
 public:
  virtual ~ValueSource() = default;
  // Reads the blocks of a placement. The result stays valid until the same worker calls read() again. Several threads
  // call read(), each with a different worker number below `threads`. Each placement is read once, or twice if it is in
  // the sample for the coding tables. The sample has up to 1,024 placements, spread over the file. If read() fails, the
  // writing ends with the same error.
  virtual Result<ValueBits> read(std::size_t worker, std::size_t placement) = 0;
};

// Writes the database to `place`. The summary counts the live positions by value; it has no distances. `counted` has
// the counts that the positions must have. `report` is called with the share that is done, by one thread at a time; the
// share is 0 while the codec is trained.
// Errors: those of the source and of writing; kBadFile if the counts differ; kInterrupted when cancelled. After an
// error no file is left behind.
Result<AssembledDatabase> write_values_database(const PlacementTable& table, RuleSet rules, ValueSource& source,
                                                const LabelSummary& counted, const OutputPlace& place,
                                                std::size_t threads, const std::function<void(double)>& report,
                                                const std::atomic<bool>& cancel);

}  // namespace uisge
