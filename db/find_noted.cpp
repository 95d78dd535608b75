#include "db/find_noted.h"

#include <optional>

#include "db/position_classes.h"
#include "db/position_filter.h"
#include "db/position_sampler.h"

namespace uisge {

namespace {

constexpr std::uint64_t kPositionsPerReport = std::uint64_t{1} << 16;

class NotedFinder {
 public:
  NotedFinder(const NotedPositions& list, const PositionProperties& properties)
      : list_(list),
        properties_(properties),
        pieces_(list.notes.identity().pieces),
        classes_(list.board, pieces_),
        filter_(list.board, list.notes.identity(), properties) {}

  // Returns the position at `cell` if it has the properties that the filter was made with, else nothing. The member
  // `positions` of the result is 0 if the position does not represent its class under the symmetries. Adds the position
  // to `counts`.
  std::optional<FoundPosition> look_at(PositionCell cell, LabelCode code, NotedCounts& counts) {
    if (!is_live_index(pieces_, cell.index)) return std::nullopt;
    const IndexParts parts = index_parts(pieces_, cell.index);
    enter(cell.placement, parts.rank);
    counts.live += classes_.weight();
    FoundPosition found{cell, 0, decode_label(code), {}};
    const bool fits = block_fits_ && filter_.fits_mover(parts.mover_crowns) &&
                      filter_.fits_opponent(parts.opponent_crowns) && properties_.fits(found.label) &&
                      (!properties_.also || properties_.also(cell));
    if (!fits) return std::nullopt;
    counts.found.raw += classes_.weight();
    const std::uint32_t at = position_index(pieces_, ColouringRank{}, parts.opponent_crowns, parts.mover_crowns);
    if (classes_.has_symmetry() && !classes_.is_representative(at)) return found;
    ++counts.found.canonical;
    found.positions = classes_.size(at);
    return found;
  }

 private:
  void enter(std::uint32_t placement, ColouringRank rank) {
    if (placement_ != placement) {
      classes_.enter(list_.placements[placement]);
      filter_.enter(list_.placements[placement]);
    } else if (rank_ == rank) {
      return;
    }
    placement_ = placement;
    rank_ = rank;
    if (classes_.has_symmetry()) classes_.enter_block(rank);
    block_fits_ = filter_.enter_block(classes_.colourings().mask(rank));
  }

  const NotedPositions& list_;
  const PositionProperties& properties_;
  int pieces_;
  PositionClasses classes_;
  PositionFilter filter_;
  std::optional<std::uint32_t> placement_;
  ColouringRank rank_{};
  bool block_fits_ = false;
};

}  // namespace

NotedCounts visit_noted(const NotedPositions& list, const PositionProperties& properties, const FindOptions& options,
                        const VisitFound& visit) {
  NotedFinder finder(list, properties);
  NotedCounts counts;
  std::uint64_t done = 0;
  list.notes.for_each([&](PositionCell cell, LabelCode code) {
    if (++done % kPositionsPerReport == 0) {
      if (wants_stop(options.cancel)) return false;
      if (options.progress) options.progress({done, list.notes.positions(), counts.found.canonical});
    }
    const auto found = finder.look_at(cell, code, counts);
    return !found || found->positions == 0 || !visit || visit(*found);
  });
  return counts;
}

std::vector<FoundPosition> sample_noted(const NotedPositions& list, const PositionProperties& properties,
                                        std::size_t size, std::uint64_t seed, const FindOptions& options) {
  PositionSampler sampler(size, seed);
  const auto offer = [&sampler](const FoundPosition& found) {
    sampler.offer(found);
    return true;
  };
  visit_noted(list, properties, options, offer);
  return sampler.in_order();
}

}  // namespace uisge
