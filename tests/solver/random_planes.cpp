#include "tests/solver/random_planes.h"

#include "core/moves.h"
#include "tests/test.h"

namespace uisge::test {

std::size_t words_of_placement(int pieces) {
  return Plane::bytes_for(1, pieces) / sizeof(std::uint64_t);
}

// Repeats a sequence of kPool random words, where kPool is prime, and starts each placement at another word. So the
// blocks of a placement differ from each other, and from the blocks of the next placement. Drawing every word at random
// would take most of a test's time.
void fill_at_random(Plane& plane, const PlacementTable& table, Density density, std::uint64_t seed) {
  constexpr std::size_t kPool = 8191;
  std::mt19937_64 dice(seed);
  std::vector<std::uint64_t> pool(kPool);
  for (std::uint64_t& word : pool) {
    word = dice() & dice() & dice();
    if (density == Density::kOneOf64) word &= dice() & dice() & dice();
    if (density == Density::kSevenOfEight) word = ~word;
  }
  const int pieces = table.pieces();
  std::vector<std::uint64_t> positions(block_words(pieces));  // the bits of a block that stand for positions
  for (std::uint32_t index = 0; index < static_cast<std::uint32_t>(positions_per_block(pieces)); ++index) {
    const std::uint32_t bit = bit_of_position(pieces, index);
    positions[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
  for (std::size_t i = 0; i < table.size(); ++i) {
    std::uint64_t* const blocks = plane.blocks(static_cast<PlacementId>(i));
    std::size_t at = i * (kPool / 2) % kPool;
    for (std::size_t block = 0; block < words_of_placement(pieces); block += positions.size()) {
      for (std::size_t w = 0; w < positions.size(); ++w) {
        blocks[block + w] = pool[at] & positions[w];
        if (++at == kPool) at = 0;
      }
    }
  }
}

CellMoves::Successors CellMoves::successors(PositionCell cell) const {
  const Board& board = table_.board();
  const Position here = position_at(board, colourings_, table_.all_occupied_bb()[cell.placement], cell.index);
  Successors found;
  const auto add = [&](const Position& next) {
    const auto next_cell = find_cell(board, table_.all_occupied_bb(), colourings_, next);
    if (!next_cell) FAIL("a move leads nowhere");
    found.cells.push_back(*next_cell);
  };
  for (const Move move : legal_moves(board, rules_, here)) add(play(board, here, move));
  found.is_stuck = found.cells.empty();
  if (found.is_stuck && rules_.stuck == StuckRule::kPasses) add(play(board, here, Move::pass()));
  return found;
}

bool CellMoves::is_completed(PositionCell cell) const {
  const IndexParts parts = index_parts(table_.pieces(), cell.index);
  const unsigned all_crowns = (1U << table_.pieces()) - 1;
  return parts.opponent_crowns == all_crowns && parts.mover_crowns != all_crowns;
}

bool CellMoves::is_set(const std::uint64_t* blocks_of_placement, PositionCell cell) const {
  return is_bit_set(blocks_of_placement, bit_of_position(table_.pieces(), cell.index));
}

}  // namespace uisge::test
