#include "solver/measure/engine_plies.h"

#include <algorithm>
#include <chrono>

#include "core/colouring.h"

namespace uisge {

std::vector<TimedPly> timed_plies(const PlacementTable& table, const EngineOptions& options, Plies last) {
  using Clock = std::chrono::steady_clock;
  const auto engine = std::make_unique<RetrogradeEngine>(table, options);
  std::vector<TimedPly> plies;
  while (!engine->is_finished() && engine->next_ply() <= last) {
    TimedPly& ply = plies.emplace_back();
    const auto begin = Clock::now();
    ply.counts = run_whole_ply(*engine);
    ply.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  }
  return plies;
}

std::uint64_t cells_of(const PlacementTable& table) {
  return table.size() * std::uint64_t{positions_per_placement(table.pieces())};
}

std::uint64_t sweep_bytes(const PlacementTable& table) {
  return 3 * Plane::bytes_for(table.size(), table.pieces());
}

double dense_cells_per_second(const PlacementTable& table, EngineOptions options) {
  options.only_dense = true;
  double least = 1e9;
  for (const TimedPly& ply : timed_plies(table, options, 4)) {
    if (ply.counts.ply > 0) least = std::min(least, ply.seconds);
  }
  return static_cast<double>(cells_of(table)) / least;
}

}  // namespace uisge
