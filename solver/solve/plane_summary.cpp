#include "solver/solve/plane_summary.h"

#include "solver/blocks/plane_counts.h"
#include "solver/parallel_loop.h"

namespace uisge {

LabelSummary summarise_planes(const PlacementTable& table, const RetrogradeEngine& engine, std::size_t threads) {
  const std::span<const std::uint32_t> chunks = engine.own_chunks();
  PlaneCounts total(table);
  const auto count = [&](PlaneCounts& mine, std::size_t i) {
    const std::size_t placement = chunks[i / engine.chunk_size()] * engine.chunk_size() + i % engine.chunk_size();
    if (placement >= table.size()) return true;
    const PlacementId id = placement_id(placement);
    mine.add(id, engine.won().blocks(id), engine.lost().blocks(id));
    return true;
  };
  parallel_loop(
      {chunks.size() * engine.chunk_size(), threads, 64}, [&](std::size_t /*thread*/) { return PlaneCounts(table); },
      count, [&](const PlaneCounts& mine) { total.merge(mine); });
  return total.summary();
}

}  // namespace uisge
