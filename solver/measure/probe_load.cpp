#include "solver/measure/probe_load.h"

#include <random>

#include "db/position_cell.h"

namespace uisge {

std::vector<Position> random_positions(const Database& database, std::size_t count) {
  const int pieces = database.identity().pieces;
  const std::size_t cells = positions_per_placement(pieces);
  std::mt19937_64 random(1983);
  std::vector<Position> positions;
  while (positions.size() < count) {
    const std::size_t placement = random() % database.placements().size();
    const PositionCell cell = cell_at(placement, random() % cells);
    if (is_live_index(pieces, cell.index)) positions.push_back(database.position(cell));
  }
  return positions;
}

}  // namespace uisge
