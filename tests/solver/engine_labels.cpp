#include "tests/solver/engine_labels.h"

#include <cctype>

#include "db/position_cell.h"
#include "solver/checkpoint/segment.h"
#include "tests/solver/segment_listener.h"
#include "tests/test.h"

namespace uisge::test {

EngineLabels run_engine(const PlacementTable& table, const EngineOptions& options) {
  const auto cells = positions_per_placement(table.pieces());
  EngineLabels labels;
  labels.codes.assign(table.size() * cells, kDrawCode);
  const auto engine = std::make_unique<RetrogradeEngine>(table, options);
  std::mutex mutex;
  std::size_t twice = 0;
  std::size_t unreadable = 0;
  while (!engine->is_finished()) {
    const Plies ply = engine->next_ply();
    SegmentListener listener([&](Outcome outcome, std::size_t chunk, std::span<const std::uint8_t> segment) {
      const std::lock_guard lock(mutex);
      const std::size_t first = chunk * engine->chunk_size();
      const std::size_t count = std::min(engine->chunk_size(), table.size() - first);
      const bool good = visit_segment({table.pieces(), options.instructions}, segment, count,
                                      [&](std::size_t n, std::uint32_t index) {
                                        LabelCode& code = labels.codes[(first + n) * cells + index];
                                        if (code != kDrawCode) ++twice;
                                        code = encode_label({outcome, ply});
                                      });
      if (!good) ++unreadable;
    });
    const auto counts = run_whole_ply(*engine, listener);
    REQUIRE(counts);
    labels.counts.push_back(*counts);
  }
  CHECK(twice == 0);
  CHECK(unreadable == 0);
  return labels;
}

std::size_t CodeIndex::operator()(const oracle::Position& position) const {
  SquareSet mover_bb;
  SquareSet opponent_bb;
  SquareSet crowns_bb;
  for (int cell = 0; cell < position.files * position.ranks; ++cell) {
    const char piece = position.cells[static_cast<std::size_t>(cell)];
    if (piece == '.') continue;
    const SquareSet square_bb{Square(cell)};
    (std::tolower(piece) == position.side ? mover_bb : opponent_bb) |= square_bb;
    if (std::isupper(piece) != 0) crowns_bb |= square_bb;
  }
  const Position product =
      Position::unchecked({position.files, position.ranks}, mover_bb, opponent_bb, crowns_bb, Side::kWhite);
  const auto cell = find_cell(table_.board(), table_.all_occupied_bb(), colourings_, product);
  if (!cell) FAIL("the engine does not have " << print(position));  // not REQUIRE, which takes longer than the search
  return cell->placement * positions_per_placement(table_.pieces()) + cell->index;
}

}  // namespace uisge::test
