#include "solver/cluster/ownership.h"

#include <fmt/format.h>

#include <algorithm>

#include "solver/ratio.h"
#include "solver/units.h"

namespace uisge {

Ownership::Ownership(const PlacementTable& table, std::size_t chunk_size, int ranks, std::vector<std::uint32_t> owners)
    : table_(table), chunk_size_(chunk_size), ranks_(ranks), owners_(std::move(owners)) {
  std::vector<std::vector<std::uint32_t>> holders(owners_.size());
  for (std::size_t chunk = 0; chunk < owners_.size(); ++chunk) holders[chunk].push_back(owners_[chunk]);
  for (std::size_t i = 0; i < table.size(); ++i) {
    const std::uint32_t reader = owners_[i / chunk_size];
    for (const Transition& transition : table.transitions(placement_id(i))) {
      std::vector<std::uint32_t>& list = holders[index(transition.target) / chunk_size];
      if (std::find(list.begin(), list.end(), reader) == list.end()) list.push_back(reader);
    }
  }
  first_holder_.push_back(0);
  for (std::vector<std::uint32_t>& list : holders) {
    std::sort(list.begin(), list.end());
    holders_.insert(holders_.end(), list.begin(), list.end());
    first_holder_.push_back(holders_.size());
  }
  count_loads();
}

void Ownership::count_loads() {
  loads_.assign(static_cast<std::size_t>(ranks_), {});
  for (const std::uint32_t owner : owners_) ++loads_[owner].chunks;
  std::vector<std::vector<std::uint32_t>> members(static_cast<std::size_t>(ranks_));
  for (std::size_t i = 0; i < table_.size(); ++i)
    members[owners_[i / chunk_size_]].push_back(static_cast<std::uint32_t>(i));
  std::vector<std::uint32_t> last_holder(table_.size(), UINT32_MAX);
  for (std::uint32_t rank = 0; rank < members.size(); ++rank) {
    RankLoad& load = loads_[rank];
    load.placements = members[rank].size();
    for (const std::uint32_t i : members[rank]) {
      if (std::exchange(last_holder[i], rank) != rank) ++load.held;
      for (const Transition& transition : table_.transitions(placement_id(i))) {
        const std::size_t target = index(transition.target);
        ++load.moves;
        if (owners_[target / chunk_size_] != rank) ++load.foreign_moves;
        if (std::exchange(last_holder[target], rank) != rank) ++load.held;
      }
    }
  }
}

EnginePart Ownership::part(int rank, std::span<const PlacementId> besides) const {
  std::vector<std::uint32_t> chunks;
  for (std::size_t chunk = 0; chunk < owners_.size(); ++chunk) {
    if (owners_[chunk] == static_cast<std::uint32_t>(rank)) chunks.push_back(static_cast<std::uint32_t>(chunk));
  }
  std::stable_partition(chunks.begin(), chunks.end(), [&](std::uint32_t chunk) { return holders(chunk).size() > 1; });
  return make_part(table_, chunk_size_, std::move(chunks), besides);
}

double imbalance(const std::vector<RankLoad>& loads) {
  std::uint64_t most = 0;
  std::uint64_t all = 0;
  for (const RankLoad& load : loads) {
    most = std::max(most, load.moves);
    all += load.moves;
  }
  return all == 0 ? 1 : ratio(most * loads.size(), all);
}

std::string describe(const std::vector<RankLoad>& loads, std::uint64_t placements) {
  std::uint64_t foreign = 0;
  std::uint64_t moves = 0;
  std::uint64_t held = 0;
  for (const RankLoad& load : loads) {
    foreign += load.foreign_moves;
    moves += load.moves;
    held = std::max(held, load.held);
  }
  return fmt::format(
      "{} ranks, the busiest {:.1f} % above the average, {:.1f} % of the moves foreign, at most {} of {} "
      "placements on one",
      loads.size(), 100 * (imbalance(loads) - 1), percent(foreign, moves), format_count(held),
      format_count(placements));
}

}  // namespace uisge
