#include "solver/blocks/plane_counts.h"

#include <cassert>

#include "core/bits.h"
#include "core/piece_count.h"
#include "db/position_cell.h"
#include "solver/kernel/block_shape.h"

namespace uisge {

namespace {

void add_weighted(OutcomeCounts& sum, const OutcomeCounts& counts, std::uint64_t weight) {
  sum.won += counts.won * weight;
  sum.lost += counts.lost * weight;
  sum.drawn += counts.drawn * weight;
}

template <int N>
OutcomeCounts count_block(const std::uint64_t* won, const std::uint64_t* lost) {
  constexpr auto kLive = live_words<N>();
  OutcomeCounts counts;
  for (std::size_t w = 0; w < kLive.size(); ++w) {
    counts.won += bit_count(won[w] & kLive[w]);
    counts.lost += bit_count(lost[w] & kLive[w]);
    counts.drawn += bit_count(kLive[w] & ~(won[w] | lost[w]));
  }
  return counts;
}

}  // namespace

PlaneCounts::PlaneCounts(const PlacementTable& table) : table_(&table), classes_(table.board(), table.pieces()) {}

template <int N>
OutcomeCounts PlaneCounts::representatives(ColouringRank rank, const OutcomeCounts& all, const std::uint64_t* won,
                                           const std::uint64_t* lost) {
  if (!classes_.has_symmetry()) return all;
  classes_.enter_block(rank);
  if (!classes_.is_least_block()) return {};
  if (!classes_.is_block_kept()) return all;
  OutcomeCounts counts;
  for (std::uint32_t at = 0; at < positions_per_block(N); ++at) {
    if (!is_live_index(N, at) || !classes_.is_representative(at)) continue;
    const unsigned bit = bit_of_index<N>(at);
    if (is_bit_set(won, bit)) {
      ++counts.won;
    } else if (is_bit_set(lost, bit)) {
      ++counts.lost;
    } else {
      ++counts.drawn;
    }
  }
  return counts;
}

template <int N>
void PlaneCounts::add_blocks(PlacementId id, const std::uint64_t* won, const std::uint64_t* lost) {
  classes_.enter(table_->occupied_bb(id));
  for (const ColouringRank rank : classes_.colourings().ranks()) {
    const OutcomeCounts all = count_block<N>(won, lost);
    add_weighted(raw_, all, classes_.weight());
    add_weighted(canonical_, representatives<N>(rank, all, won, lost), 1);
    won += block_words(N);
    lost += block_words(N);
  }
}

void PlaneCounts::add(PlacementId id, const std::uint64_t* won, const std::uint64_t* lost) {
  for_piece_count(table_->pieces(), [&]<int N>() { add_blocks<N>(id, won, lost); });
}

void PlaneCounts::add_counted([[maybe_unused]] PlacementId id, std::uint64_t won, std::uint64_t lost) {
  assert(table_->orbit_size(id) == table_->board().symmetry_count());
  const OutcomeCounts counts{won, lost, live_per_placement(table_->pieces()) - won - lost};
  add_weighted(raw_, counts, table_->board().symmetry_count());
  add_weighted(canonical_, counts, 1);
}

void PlaneCounts::merge(const PlaneCounts& other) {
  add_weighted(raw_, other.raw_, 1);
  add_weighted(canonical_, other.canonical_, 1);
}

LabelSummary PlaneCounts::summary() const {
  LabelSummary summary;
  summary.raw = raw_;
  summary.canonical = canonical_;
  return summary;
}

}  // namespace uisge
