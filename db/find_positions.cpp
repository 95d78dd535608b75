#include "db/find_positions.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "db/placement_loop.h"
#include "db/position_sampler.h"

namespace uisge {

namespace {

// A batch of placements has about kPositionsAtOnce positions, or more if every worker needs work, or less if memory is
// short. After each batch the found positions go to the caller, in the order of the file.
constexpr std::uint64_t kPositionsAtOnce = std::uint64_t{1} << 22;

std::size_t placements_at_once(const Database& database, std::size_t workers, std::size_t cache_bytes) {
  const std::size_t positions = positions_per_placement(database.identity().pieces);
  const std::size_t wanted = std::max<std::size_t>(kPositionsAtOnce / positions, 2 * workers);
  const std::size_t most = cache_bytes / 8 / (positions * sizeof(FoundPosition));
  return std::clamp<std::size_t>(most, 1, wanted);
}

// A search of the whole file.
class Search {
 public:
  Search(const Database& database, const PositionProperties& properties, const FindOptions& options,
         const Parallel& parallel)
      : database_(&database),
        has_moves_(properties.moves.any()),
        shared_(database, options.cache_bytes, has_moves_),
        counts_(parallel.workers),
        loop_(database.placements().size(), parallel, progress_for(options), options.cancel) {
    for (std::size_t i = 0; i < parallel.workers; ++i) finders_.emplace_back(database, shared_, properties);
  }

  // Searches all placements, in any order. visit(worker, placement) is called before each placement is searched.
  // `visit` returns the function that gets the positions found in this placement.
  template <class Visit>
  Result<PositionFinder::Counts> run(const Visit& visit) {
    const auto look = look_with(visit);
    if (has_moves_) {
      const std::vector<std::size_t> order = shared_.order(*database_);
      UISGE_TRY(loop_.run([&](std::size_t worker, std::size_t i) { return look(worker, order[i]); }));
    } else {
      UISGE_TRY(loop_.run(look));
    }
    PositionFinder::Counts sum;
    for (const PositionFinder::Counts& part : counts_) {
      sum.raw += part.raw;
      sum.canonical += part.canonical;
    }
    return sum;
  }
  // Searches `at_once` placements at a time, until hand_on (placement_loop.h) returns false.
  template <class Visit>
  Result<bool> run_in_order(std::size_t at_once, const Visit& visit, const PlacementLoop::HandOn& hand_on) {
    return loop_.run_in_order(at_once, look_with(visit), hand_on);
  }

 private:
  PlacementProgress progress_for(const FindOptions& options) {
    if (!options.progress) return {};
    return [this, &options](std::uint64_t done, std::uint64_t total) { options.progress({done, total, found_}); };
  }
  template <class Visit>
  PlacementLoop::Body look_with(const Visit& visit) {
    return [this, &visit](std::size_t worker, std::size_t placement) -> Result<bool> {
      const auto found = UISGE_TRY(finders_[worker].find(placement, visit(worker, placement)));
      counts_[worker].raw += found.raw;
      counts_[worker].canonical += found.canonical;
      found_ += found.canonical;
      return true;
    };
  }

  const Database* database_;
  bool has_moves_;  // whether a property of moves is asked for
  SharedKeys shared_;
  std::vector<PositionFinder> finders_;
  std::vector<PositionFinder::Counts> counts_;  // by worker
  std::atomic<std::uint64_t> found_{0};
  PlacementLoop loop_;
};

}  // namespace

Result<void> check_distances(const Database& database, const PositionProperties& properties) {
  const bool asks = properties.distance || properties.moves.best || properties.moves.plausible_others;
  if (!asks || stores_distances(database.header().codec)) return {};
  return usage_error(fmt::format("{}: a values database has no distances; look for values and for moves that keep them",
                                 database.path()));
}

Result<PositionFinder::Counts> count_positions(const Database& database, const PositionProperties& properties,
                                               const FindOptions& options, const Parallel& parallel) {
  UISGE_TRY(check_distances(database, properties));
  Search search(database, properties, options, parallel);
  const auto nobody = [](std::size_t, std::size_t) { return PositionFinder::Visit(); };
  return search.run(nobody);
}

Result<PositionSample> sample_positions(const Database& database, const PositionProperties& properties,
                                        std::size_t size, std::uint64_t seed, const FindOptions& options,
                                        const Parallel& parallel) {
  UISGE_TRY(check_distances(database, properties));
  Search search(database, properties, options, parallel);
  std::vector<PositionSampler> samplers(parallel.workers, PositionSampler(size, seed));
  const auto keep = [&samplers](std::size_t worker, std::size_t) {
    return PositionFinder::Visit([&own = samplers[worker]](const FoundPosition& found) { own.offer(found); });
  };
  const auto counts = UISGE_TRY(search.run(keep));
  for (std::size_t i = 1; i < samplers.size(); ++i) samplers[0].merge(samplers[i]);
  return PositionSample{counts, samplers[0].in_order()};
}

Result<void> visit_positions(const Database& database, const PositionProperties& properties, const FindOptions& options,
                             const Parallel& parallel, const VisitFound& visit) {
  UISGE_TRY(check_distances(database, properties));
  Search search(database, properties, options, parallel);
  const std::size_t at_once = placements_at_once(database, parallel.workers, options.cache_bytes);
  std::vector<std::vector<FoundPosition>> found(std::min(at_once, database.placements().size()));
  const auto gather = [&](std::size_t, std::size_t placement) {
    return PositionFinder::Visit([&own = found[placement % at_once]](const FoundPosition& one) { own.push_back(one); });
  };
  const auto hand_on = [&](std::size_t first, std::size_t end) -> Result<bool> {
    for (std::size_t i = 0; i < end - first; ++i) {
      for (const FoundPosition& one : std::exchange(found[i], {})) {
        if (!visit(one)) return false;
      }
    }
    return true;
  };
  UISGE_TRY(search.run_in_order(at_once, gather, hand_on));
  return {};
}

}  // namespace uisge
