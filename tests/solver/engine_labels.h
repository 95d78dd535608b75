// The engine's results for tests: one label per position, from the segments of the plies.
#pragma once

#include <vector>

#include "core/colouring.h"
#include "db/label_code.h"
#include "solver/placements/placement_table.h"
#include "solver/retrograde/retrograde.h"
#include "tests/db/independent_reader.h"
#include "tests/oracle/oracle_solution.h"

namespace uisge::test {

struct EngineLabels {
  // Indexed by placement * positions_per_placement + index; 2 bytes each.
  std::vector<LabelCode> codes;
  // For each ply: the raw number of live positions that the engine decided.
  std::vector<PlyCounts> counts;
};

// Runs the engine to its end. Fails the test if a position is decided twice.
EngineLabels run_engine(const PlacementTable& table, const EngineOptions& options);

// Finds the index of a live position's label in EngineLabels::codes. Either side may be to move.
class CodeIndex {
 public:
  explicit CodeIndex(const PlacementTable& table) : table_(table), colourings_(table.pieces()) {}
  std::size_t operator()(const oracle::Position& position) const;

 private:
  const PlacementTable& table_;
  Colourings colourings_;
};

inline oracle::Label to_oracle(LabelCode code) {
  return independent_reader::Reader::label_of_code(code);
}

}  // namespace uisge::test
