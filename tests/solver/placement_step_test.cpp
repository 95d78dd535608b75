// One ply of one placement against the rules, on planes of random bits: a step only combines what the planes say, so
// these need not be values of any game.
#include "solver/retrograde/placement_step.h"

#include <catch2/catch.hpp>
#include <random>

#include "core/moves.h"
#include "core/piece_count.h"
#include "db/position_cell.h"
#include "solver/placements/placement_table.h"

using namespace uisge;

namespace {

constexpr StuckRule kStuck = StuckRule::kDraws;  // no bit comes of being stuck

// Of eight bits one, or seven.
void fill_at_random(Plane& plane, std::size_t placements, int pieces, bool is_dense, std::uint64_t seed) {
  std::mt19937_64 dice(seed);
  const std::size_t words = plane.bytes_for(placements, pieces) / placements / sizeof(std::uint64_t);
  for (std::size_t i = 0; i < placements; ++i) {
    std::uint64_t* const blocks = plane.blocks(static_cast<PlacementId>(i));
    for (std::size_t w = 0; w < words; ++w) {
      const std::uint64_t sparse = dice() & dice() & dice();
      blocks[w] = is_dense ? ~sparse : sparse;
    }
  }
}

struct RandomBoard {
  RandomBoard(BoardSize size, int pieces, bool diagonal_jumps)
      : rules{kStuck, diagonal_jumps},
        table(PlacementTable::build(size, pieces, diagonal_jumps)),
        colourings(pieces),
        won(table.size(), pieces),
        lost(table.size(), pieces) {}

  bool is_set(const Plane& plane, PositionCell cell) const {
    return is_bit_set(plane.blocks(static_cast<PlacementId>(cell.placement)),
                      bit_of_position(table.pieces(), cell.index));
  }
  Position position(PositionCell cell) const {
    return position_at(table.board(), colourings, table.all_occupied_bb()[cell.placement], cell.index);
  }
  // In how many of the positions that a move leads to the plane has a bit, and how many there are.
  struct Successors {
    std::size_t set = 0;
    std::size_t all = 0;
  };
  Successors successors(const Plane& plane, PositionCell cell) const {
    Successors found;
    const Position here = position(cell);
    for (const Move move : legal_moves(table.board(), rules, here)) {
      const auto next = find_cell(table.board(), table.all_occupied_bb(), colourings, play(table.board(), here, move));
      if (!next) FAIL("a move leads nowhere");
      ++found.all;
      if (is_set(plane, *next)) ++found.set;
    }
    return found;
  }

  RuleSet rules;
  PlacementTable table;
  Colourings colourings;
  Plane won;
  Plane lost;
};

// Checks `samples` positions of some placements. Returns how many the steps found.
template <int N>
int check_dense_steps(RandomBoard& board, InstructionSet instructions, int samples) {
  const PieceStates states(board.colourings);
  PlacementStep<N> step({board.table, board.colourings, states, board.won, board.lost, kStuck, instructions});
  std::mt19937_64 dice(11);
  int found = 0;
  const std::size_t stride = std::max<std::size_t>(1, board.table.size() / 4);
  for (std::size_t i = 0; i < board.table.size(); i += stride) {
    const auto id = static_cast<PlacementId>(i);
    for (const bool finds_won : {true, false}) {
      // Won by one lost successor; lost by nothing but won ones.
      fill_at_random(board.lost, board.table.size(), N, false, i);
      fill_at_random(board.won, board.table.size(), N, true, i + 1);
      Plane& undecided = finds_won ? board.won : board.lost;
      fill_at_random(undecided, board.table.size(), N, false, i + 2);
      finds_won ? step.won_dense(id) : step.lost_dense(id);
      for (int k = 0; k < samples; ++k) {
        const PositionCell cell{
            static_cast<std::uint32_t>(i),
            static_cast<std::uint32_t>(dice() % static_cast<std::uint64_t>(positions_per_placement(N)))};
        const bool is_found = is_bit_set(step.new_bits().words().data(), bit_of_position<N>(cell.index));
        bool is_expected =
            is_live_index(N, cell.index) && !board.is_set(board.won, cell) && !board.is_set(board.lost, cell);
        if (is_expected) {
          const auto next = board.successors(finds_won ? board.lost : board.won, cell);
          is_expected = finds_won ? next.set > 0 : next.all > 0 && next.set == next.all;
        }
        if (is_found != is_expected) FAIL("placement " << i << ", index " << cell.index << ", won " << finds_won);
        found += is_found ? 1 : 0;
      }
    }
  }
  return found;
}

int check_dense_steps(BoardSize size, int pieces, bool diagonal_jumps, int samples) {
  CAPTURE(to_string(size), pieces, diagonal_jumps);
  RandomBoard board(size, pieces, diagonal_jumps);
  int found = 0;
  for (const InstructionSet set : supported_instruction_sets()) {
    CAPTURE(to_string(set));
    found += for_piece_count(pieces, [&]<int N>() { return check_dense_steps<N>(board, set, samples); });
  }
  return found;
}

}  // namespace

TEST_CASE("a dense step finds what the rules say, whatever the planes hold, up to six pieces a side", "[engine][law]") {
  CHECK(check_dense_steps({3, 3}, 2, true, 200) > 100);
  CHECK(check_dense_steps({4, 3}, 3, false, 500) > 100);
  CHECK(check_dense_steps({4, 3}, 4, true, 500) > 100);
  CHECK(check_dense_steps({4, 3}, 5, false, 1000) > 100);
  CHECK(check_dense_steps({2, 7}, 6, false, 2000) > 100);
  CHECK(check_dense_steps({7, 2}, 6, true, 2000) > 100);
}
