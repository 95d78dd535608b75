#include "solver/solve/plane_summary.h"

#include "solver/solve/plane_counts.h"

namespace uisge {

LabelSummary summarise_planes(const PlacementTable& table, const RetrogradeEngine& engine, int threads) {
  const std::span<const std::uint32_t> chunks = engine.own_chunks();
  PlaneCounts total(table);
#pragma omp parallel num_threads(threads)
  {
    PlaneCounts mine(table);
#pragma omp for schedule(dynamic, 64) nowait
    for (std::size_t i = 0; i < chunks.size() * engine.chunk_size(); ++i) {
      const std::size_t placement = chunks[i / engine.chunk_size()] * engine.chunk_size() + i % engine.chunk_size();
      if (placement >= table.size()) continue;
      const auto id = static_cast<PlacementId>(placement);
      mine.add(id, engine.won().blocks(id), engine.lost().blocks(id));
    }
#pragma omp critical
    total.merge(mine);
  }
  return total.summary();
}

}  // namespace uisge
