#include "solver/placements/placement_table.h"

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

#include <algorithm>
#include <limits>

namespace uisge {

namespace {

using Range = tbb::blocked_range<std::size_t>;

std::vector<Transition> transitions_of(const PlacementTable& table, SquareSet occupied_bb) {
  std::vector<Transition> result;
  for (const PlacementMove& move : placement_moves(table.board(), table.diagonal_jumps(), occupied_bb)) {
    const SquareSet after_bb = occupied_bb.without(move.from).with(move.to);
    const CanonicalPlacement canonical = canonical_placement(table.board(), after_bb);
    result.push_back({table.find(canonical.occupied_bb).value(), occupied_bb.rank_of(move.from),
                      after_bb.rank_of(move.to), canonical.symmetry, move.kind});
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const Transition& a, const Transition& b) { return a.symmetry < b.symmetry; });
  return result;
}

}  // namespace

std::vector<SquareSet> enumerate_placements(const Board& board, int squares) {
  return enumerate_placements(board, squares, std::numeric_limits<std::size_t>::max()).value();
}

std::optional<std::vector<SquareSet>> enumerate_placements(const Board& board, int squares, std::size_t at_most) {
  std::vector<SquareSet> level;
  if (squares > board.squares()) return level;
  for (const Square square : board.all_bb()) level.push_back(canonical_placement(board, SquareSet(square)).occupied_bb);
  for (int size = 1;; ++size) {
    tbb::parallel_sort(level.begin(), level.end());
    level.erase(std::unique(level.begin(), level.end()), level.end());
    if (level.size() > at_most) return std::nullopt;
    if (size == squares) return level;
    // Every connected set of more than one square has a square whose removal leaves the rest connected. So growing all
    // sets of one size finds all sets of the next size.
    tbb::enumerable_thread_specific<std::vector<SquareSet>> grown;
    tbb::parallel_for(Range(0, level.size(), 256), [&](const Range& range) {
      std::vector<SquareSet>& mine = grown.local();
      const std::size_t before = mine.size();
      for (std::size_t i = range.begin(); i != range.end(); ++i) grow_placement(board, level[i], mine);
      const auto fresh = mine.begin() + static_cast<std::ptrdiff_t>(before);
      std::sort(fresh, mine.end());
      mine.erase(std::unique(fresh, mine.end()), mine.end());
    });
    level.clear();
    for (const std::vector<SquareSet>& part : grown) level.insert(level.end(), part.begin(), part.end());
  }
}

PlacementTable PlacementTable::build(BoardSize size, int pieces, bool diagonal_jumps) {
  PlacementTable table(size, pieces, diagonal_jumps);
  table.occupied_ = enumerate_placements(table.board_, 2 * pieces);
  const std::size_t count = table.occupied_.size();

  // Two loops make the table from groups of kBlock placements: the first loop finds the moves, the second stores them
  // without gaps.
  constexpr std::size_t kBlock = 256;
  std::vector<std::vector<Transition>> blocks((count + kBlock - 1) / kBlock);
  table.first_.assign(count + 1, 0);
  tbb::parallel_for(std::size_t{0}, blocks.size(), [&](std::size_t block) {
    for (std::size_t i = block * kBlock; i < std::min(count, (block + 1) * kBlock); ++i) {
      const std::vector<Transition> found = transitions_of(table, table.occupied_[i]);
      blocks[block].insert(blocks[block].end(), found.begin(), found.end());
      table.first_[i + 1] = found.size();
    }
  });
  for (std::size_t i = 0; i < count; ++i) table.first_[i + 1] += table.first_[i];
  table.transitions_.reserve(table.first_.back());
  for (std::vector<Transition>& block : blocks) {
    table.transitions_.insert(table.transitions_.end(), block.begin(), block.end());
    std::vector<Transition>().swap(block);
  }
  return table;
}

std::size_t PlacementTable::bytes() const {
  return occupied_.size() * sizeof(SquareSet) + first_.size() * sizeof(first_[0]) +
         transitions_.size() * sizeof(Transition);
}

std::uint8_t PlacementTable::orbit_size(PlacementId id) const {
  return static_cast<std::uint8_t>(board_.symmetry_count() / stabiliser(board_, occupied_bb(id)).size());
}

std::vector<std::uint8_t> PlacementTable::orbit_sizes() const {
  std::vector<std::uint8_t> sizes(size());
  for (std::size_t i = 0; i < size(); ++i) sizes[i] = orbit_size(placement_id(i));
  return sizes;
}

std::uint64_t PlacementTable::raw_size() const {
  std::uint64_t placements = 0;
  for (std::size_t i = 0; i < size(); ++i) placements += orbit_size(placement_id(i));
  return placements;
}

std::optional<PlacementId> PlacementTable::find(SquareSet canonical_bb) const {
  const auto found = find_placement(occupied_, canonical_bb);
  return found ? std::optional(placement_id(*found)) : std::nullopt;
}

}  // namespace uisge
