// Runs all stages of an exact solve, by processors or by a card, and collects what they decide.
#pragma once

#include <span>
#include <vector>

#include "solver/exact/course_record.h"
#include "solver/exact/stage_runner.h"
#include "solver/placements/placement_table.h"

namespace uisge::test {

std::vector<PositionCell> all_live_cells(const PlacementTable& table);

struct ExactLabels {
  std::vector<LabelCode> codes;  // as EngineLabels::codes
  std::vector<DistanceCounts> counts;
  std::vector<StageCounts> stages;  // of all courses
  LabelSummary summary;             // without distances
  std::size_t window = 0;           // the most placements whose lost blocks were kept at once
};

// Runs all courses of the stuck rule, each to its end. REQUIRES: the runner notes the cells.
ExactLabels run_courses(StageRunner& runner, const PlacementTable& table, StuckRule stuck,
                        std::span<const PositionCell> cells);

}  // namespace uisge::test
