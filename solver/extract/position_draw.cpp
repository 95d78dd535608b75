#include "solver/extract/position_draw.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/colouring.h"
#include "core/placement.h"
#include "db/random_number.h"
#include "solver/placements/placement_table.h"
#include "solver/resources.h"

namespace uisge {

namespace {

// Bytes of memory per enumerated placement. The figure includes the list of the placements with one square more, in
// which a placement may stand several times.
constexpr std::uint64_t kBytesPerPlacement = 128;

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : seed_(seed) {}
  // A random number from 0 to count - 1: the high 64 bits of the product of count with a random number of 64 bits.
  // REQUIRES: count < 2^32.
  std::uint64_t below(std::uint64_t count) {
    const std::uint64_t number = random_number(seed_, number_++);
    return ((number >> 32) * count + ((number & 0xFFFF'FFFF) * count >> 32)) >> 32;
  }

 private:
  std::uint64_t seed_;
  std::uint64_t number_ = 0;
};

}  // namespace

Result<std::vector<SquareSet>> placements_of(const DatabaseIdentity& identity) {
  auto placements =
      enumerate_placements(Board(identity.board), 2 * identity.pieces, available_memory() / kBytesPerPlacement);
  if (!placements) {
    return resource_error(fmt::format("memory: does not hold the placements of {}", to_string(identity)));
  }
  UISGE_TRY(require_placements(identity, placements->size()));
  return std::move(*placements);
}

std::vector<PositionCell> draw_cells(const Board& board, std::span<const SquareSet> placements, int pieces,
                                     std::uint64_t draws, std::uint64_t seed) {
  const std::uint64_t symmetries = board.symmetry_count();
  const std::size_t indices = positions_per_placement(pieces);
  Chance chance(seed);
  std::vector<PositionCell> cells;
  cells.reserve(draws);
  while (cells.size() < draws) {
    const std::size_t placement = chance.below(placements.size());
    const std::uint64_t images = symmetries / stabiliser(board, placements[placement]).size();
    const bool is_taken = chance.below(symmetries) < images;
    const PositionCell cell = cell_at(placement, chance.below(indices));
    if (is_taken && is_live_index(pieces, cell.index)) cells.push_back(cell);
  }
  std::sort(cells.begin(), cells.end());
  return cells;
}

}  // namespace uisge
