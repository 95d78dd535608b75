#include "tests/solver/exact_labels.h"

#include "tests/test.h"

namespace uisge::test {

std::vector<PositionCell> all_live_cells(const PlacementTable& table) {
  std::vector<PositionCell> cells;
  for (std::size_t i = 0; i < table.size(); ++i) {
    for (std::uint32_t at = 0; at < positions_per_placement(table.pieces()); ++at) {
      if (is_live_index(table.pieces(), at)) cells.push_back(cell_at(i, at));
    }
  }
  return cells;
}

ExactLabels run_courses(StageRunner& runner, const PlacementTable& table, StuckRule stuck,
                        std::span<const PositionCell> cells) {
  ExactLabels labels;
  labels.codes.assign(table.size() * positions_per_placement(table.pieces()), kDrawCode);
  CourseRecord record;
  std::vector<Course> courses{Course::kFromNothing};
  if (stuck == StuckRule::kWins) courses.push_back(Course::kFromStuck);
  for (const Course course : courses) {
    const auto won = runner.begin(course);
    REQUIRE(won);
    record.begin(*won);
    for (bool goes_on = true; goes_on;) {
      const auto counts = runner.run_stage({});
      REQUIRE(counts);
      record.add(*counts);
      labels.stages.push_back(*counts);
      labels.window = std::max(labels.window, counts->window);
      goes_on = counts->won != 0 || counts->lost != 0;
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      LabelCode& code = labels.codes[cells[i].placement * positions_per_placement(table.pieces()) + cells[i].index];
      code = closer_label(code, runner.labels()[i]);
    }
  }
  const auto summary = runner.summary({});
  REQUIRE(summary);
  labels.summary = *summary;
  labels.counts = record.by_distance(kMaxPlies);
  return labels;
}

}  // namespace uisge::test
