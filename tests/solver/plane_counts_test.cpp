// Compares the counts of planes with the counts of labels, position by position.
#include "solver/blocks/plane_counts.h"

#include "core/bits.h"
#include "solver/kernel/block_shape.h"
#include "tests/solver/random_planes.h"
#include "tests/test.h"

namespace uisge {

namespace {

// Counts the planes' positions with LabelStatistics. Each position gets a label of distance 0.
LabelSummary summary_of_labels(const PlacementTable& table, const Plane& won, const Plane& lost) {
  LabelStatistics statistics(table.board(), table.pieces(), std::nullopt);
  std::vector<LabelCode> codes(positions_per_placement(table.pieces()));
  for (std::size_t i = 0; i < table.size(); ++i) {
    const PlacementId id = placement_id(i);
    for (std::uint32_t at = 0; at < codes.size(); ++at) {
      const std::uint32_t bit = bit_of_position(table.pieces(), at);
      codes[at] = is_bit_set(won.blocks(id), bit)    ? encode_label({Outcome::kWin, 0})
                  : is_bit_set(lost.blocks(id), bit) ? encode_label({Outcome::kLoss, 0})
                                                     : kDrawCode;
    }
    statistics.add(i, table.occupied_bb(id), codes);
  }
  return statistics.summary();
}

}  // namespace

// Boards with four and with eight symmetries. Some placements are their own images under some or all of these
// symmetries.
TEST_CASE("the counts of a plane are those of its positions", "[values]") {
  const std::pair<BoardSize, int> boards[] = {{{2, 2}, 1}, {{3, 3}, 1}, {{3, 3}, 2}, {{4, 3}, 3},
                                              {{4, 4}, 2}, {{3, 3}, 4}, {{5, 2}, 5}, {{4, 3}, 6}};
  for (const auto& [board, pieces] : boards) {
    CAPTURE(to_string(board), pieces);
    const PlacementTable table = PlacementTable::build(board, pieces, false);
    Plane won(table.size(), pieces);
    Plane lost(table.size(), pieces);
    test::fill_at_random(won, table, test::Density::kOneOfEight, 1);
    test::fill_at_random(lost, table, test::Density::kOneOfEight, 2);
    const std::size_t words = test::words_of_placement(pieces) * table.size();
    for (std::size_t w = 0; w < words; ++w) lost.first_word()[w] &= ~won.first_word()[w];

    PlaneCounts first(table);
    PlaneCounts second(table);
    for (std::size_t i = 0; i < table.size(); ++i) {
      const PlacementId id = placement_id(i);
      (i % 2 == 0 ? first : second).add(id, won.blocks(id), lost.blocks(id));
    }
    first.merge(second);
    const LabelSummary expected = summary_of_labels(table, won, lost);
    CHECK(first.summary().raw == expected.raw);
    CHECK(first.summary().canonical == expected.canonical);
    CHECK(expected.canonical.live() < expected.raw.live());
  }
}

}  // namespace uisge
