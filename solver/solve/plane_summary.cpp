#include "solver/solve/plane_summary.h"

#include "core/colouring.h"

namespace uisge {

namespace {

template <int N>
class PlaneSummary {
 public:
  PlaneSummary(const PlacementTable& table, const RetrogradeEngine& engine) : table_(table), engine_(engine) {}

  LabelSummary run(int threads) const {
    const std::span<const std::uint32_t> chunks = engine_.own_chunks();
    OutcomeCounts raw;
    OutcomeCounts canonical;
#pragma omp parallel num_threads(threads)
    {
      OutcomeCounts my_raw;
      OutcomeCounts my_canonical;
      LabelStatistics symmetric(table_.board(), N, std::nullopt);
#pragma omp for schedule(dynamic, 64) nowait
      for (std::size_t i = 0; i < chunks.size() * engine_.chunk_size(); ++i) {
        const std::size_t placement =
            chunks[i / engine_.chunk_size()] * engine_.chunk_size() + i % engine_.chunk_size();
        if (placement >= table_.size()) continue;
        const auto id = static_cast<PlacementId>(placement);
        const auto orbit = static_cast<std::uint64_t>(table_.orbit_size(id));
        if (static_cast<int>(orbit) == table_.board().symmetry_count()) {
          const OutcomeCounts counts = count(id);
          add(my_raw, counts, orbit);
          add(my_canonical, counts, 1);
        } else {
          symmetric.add(static_cast<std::uint32_t>(placement), table_.occupied_bb(id), outcome_codes(id));
        }
      }
      const LabelSummary of_symmetric = symmetric.summary();
#pragma omp critical
      {
        add(raw, my_raw, 1);
        add(raw, of_symmetric.raw, 1);
        add(canonical, my_canonical, 1);
        add(canonical, of_symmetric.canonical, 1);
      }
    }
    LabelSummary summary;
    summary.raw = raw;
    summary.canonical = canonical;
    return summary;
  }

 private:
  static void add(OutcomeCounts& sum, const OutcomeCounts& counts, std::uint64_t weight) {
    sum.won += counts.won * weight;
    sum.lost += counts.lost * weight;
    sum.drawn += counts.drawn * weight;
  }

  OutcomeCounts count(PlacementId id) const {
    constexpr auto kLive = live_words<N>();
    OutcomeCounts counts;
    const std::uint64_t* won = engine_.won().blocks(id);
    const std::uint64_t* lost = engine_.lost().blocks(id);
    for (int c = 0; c < colouring_count(N); ++c, won += kLive.size(), lost += kLive.size()) {
      for (std::size_t w = 0; w < kLive.size(); ++w) {
        counts.won += static_cast<std::uint64_t>(std::popcount(won[w]));
        counts.lost += static_cast<std::uint64_t>(std::popcount(lost[w] & kLive[w]));
        counts.drawn += static_cast<std::uint64_t>(std::popcount(kLive[w] & ~(won[w] | lost[w])));
      }
    }
    return counts;
  }

  // The outcomes as labels of distance 0, for the one piece of code that knows orbits of positions.
  std::vector<LabelCode> outcome_codes(PlacementId id) const {
    std::vector<LabelCode> codes(static_cast<std::size_t>(positions_per_placement(N)), kDrawCode);
    const std::uint64_t* const won = engine_.won().blocks(id);
    const std::uint64_t* const lost = engine_.lost().blocks(id);
    for (std::size_t at = 0; at < codes.size(); ++at) {
      const std::uint32_t bit = bit_of_position<N>(static_cast<std::uint32_t>(at));
      if ((won[bit / 64] >> (bit % 64) & 1) != 0) codes[at] = encode_label({Outcome::kWin, 0});
      if ((lost[bit / 64] >> (bit % 64) & 1) != 0) codes[at] = encode_label({Outcome::kLoss, 0});
    }
    return codes;
  }

  const PlacementTable& table_;
  const RetrogradeEngine& engine_;
};

}  // namespace

LabelSummary summarise_planes(const PlacementTable& table, const RetrogradeEngine& engine, int threads) {
  switch (table.pieces()) {
    case 1: return PlaneSummary<1>(table, engine).run(threads);
    case 2: return PlaneSummary<2>(table, engine).run(threads);
    case 3: return PlaneSummary<3>(table, engine).run(threads);
    case 4: return PlaneSummary<4>(table, engine).run(threads);
    case 5: return PlaneSummary<5>(table, engine).run(threads);
    default: return PlaneSummary<6>(table, engine).run(threads);
  }
}

}  // namespace uisge
