#include "solver/solve/plane_counts.h"

#include <cassert>
#include <optional>

#include "core/bits.h"
#include "core/piece_count.h"
#include "solver/kernel/block_shape.h"

namespace uisge {

namespace {

void add_weighted(OutcomeCounts& sum, const OutcomeCounts& counts, std::uint64_t weight) {
  sum.won += counts.won * weight;
  sum.lost += counts.lost * weight;
  sum.drawn += counts.drawn * weight;
}

template <int N>
OutcomeCounts count_blocks(const std::uint64_t* won, const std::uint64_t* lost) {
  constexpr auto kLive = live_words<N>();
  OutcomeCounts counts;
  for (std::size_t c = 0; c < colouring_count(N); ++c, won += kLive.size(), lost += kLive.size()) {
    for (std::size_t w = 0; w < kLive.size(); ++w) {
      counts.won += bit_count(won[w] & kLive[w]);
      counts.lost += bit_count(lost[w] & kLive[w]);
      counts.drawn += bit_count(kLive[w] & ~(won[w] | lost[w]));
    }
  }
  return counts;
}

// The outcomes as labels of distance 0, for the one piece of code that knows orbits of positions.
template <int N>
std::vector<LabelCode> outcome_codes(const std::uint64_t* won, const std::uint64_t* lost) {
  std::vector<LabelCode> codes(positions_per_placement(N), kDrawCode);
  for (std::uint32_t at = 0; at < codes.size(); ++at) {
    const std::uint32_t bit = bit_of_position<N>(at);
    if (is_bit_set(won, bit)) codes[at] = encode_label({Outcome::kWin, 0});
    if (is_bit_set(lost, bit)) codes[at] = encode_label({Outcome::kLoss, 0});
  }
  return codes;
}

}  // namespace

PlaneCounts::PlaneCounts(const PlacementTable& table)
    : table_(&table), symmetric_(table.board(), table.pieces(), std::nullopt) {}

template <int N>
void PlaneCounts::add_blocks(PlacementId id, const std::uint64_t* won, const std::uint64_t* lost) {
  const std::uint8_t orbit = table_->orbit_size(id);
  if (orbit == table_->board().symmetry_count()) {
    const OutcomeCounts counts = count_blocks<N>(won, lost);
    add_weighted(raw_, counts, orbit);
    add_weighted(canonical_, counts, 1);
  } else {
    symmetric_.add(index(id), table_->occupied_bb(id), outcome_codes<N>(won, lost));
  }
}

void PlaneCounts::add(PlacementId id, const std::uint64_t* won, const std::uint64_t* lost) {
  for_piece_count(table_->pieces(), [&]<int N>() { add_blocks<N>(id, won, lost); });
}

void PlaneCounts::add_counted([[maybe_unused]] PlacementId id, std::uint64_t won, std::uint64_t lost) {
  assert(table_->orbit_size(id) == table_->board().symmetry_count());
  const std::uint64_t all_crowns = std::uint64_t{2} << table_->pieces();
  const std::uint64_t live_per_block = positions_per_block(table_->pieces()) - all_crowns + 1;
  const std::uint64_t live = live_per_block * colouring_count(table_->pieces());
  const OutcomeCounts counts{won, lost, live - won - lost};
  add_weighted(raw_, counts, table_->board().symmetry_count());
  add_weighted(canonical_, counts, 1);
}

void PlaneCounts::merge(const PlaneCounts& other) {
  add_weighted(raw_, other.raw_, 1);
  add_weighted(canonical_, other.canonical_, 1);
  symmetric_.merge(other.symmetric_);
}

LabelSummary PlaneCounts::summary() const {
  const LabelSummary symmetric = symmetric_.summary();
  LabelSummary summary;
  summary.raw = raw_;
  summary.canonical = canonical_;
  add_weighted(summary.raw, symmetric.raw, 1);
  add_weighted(summary.canonical, symmetric.canonical, 1);
  return summary;
}

}  // namespace uisge
