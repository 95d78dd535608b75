#include "db/find_positions.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>

#include "db/random_number.h"

namespace uisge {

namespace {

// Positions of placements that are looked at together before what was found there is handed on in order.
constexpr std::uint64_t kPositionsAtOnce = std::uint64_t{1} << 22;

Result<void> check_distances(const Database& database, const PositionProperties& properties) {
  const bool asks = properties.distance || properties.moves.best || properties.moves.plausible_others;
  if (!asks || stores_distances(database.header().codec)) return {};
  return usage_error(fmt::format("{}: a values database has no distances; look for values and for moves that keep them",
                                 database.path()));
}

// A finder for each worker, and what all of them report.
class Search {
 public:
  Search(const Database& database, const PositionProperties& properties, const FindOptions& options,
         const Parallel& parallel)
      : database_(database),
        options_(options),
        parallel_(parallel),
        shared_(database, options.cache_bytes, properties.moves.any()) {
    for (std::size_t i = 0; i < parallel.workers; ++i) finders_.emplace_back(database, shared_, properties);
  }

  // Calls visit(worker, placement, found) on all workers, for the placements from `first` to before `end`.
  template <class Visit>
  Result<PositionFinder::Counts> run(std::size_t first, std::size_t end, const Visit& visit) {
    std::vector<PositionFinder::Counts> counts(finders_.size());
    std::optional<Error> error;
    std::mutex mutex;
    std::atomic<bool> failed{false};
    parallel_.for_each(end - first, [&](std::size_t worker, std::size_t index) {
      if (failed.load(std::memory_order_relaxed)) return;
      const auto placement = static_cast<std::uint32_t>(first + index);
      const auto found = finders_[worker].find(placement, visit(worker, placement));
      if (!found) {
        const std::lock_guard lock(mutex);
        if (!error) error = found.error();
        failed = true;
        return;
      }
      counts[worker].raw += found->raw;
      counts[worker].canonical += found->canonical;
      found_ += found->canonical;
      ++done_;
      if (options_.progress) options_.progress({done_, database_.placements().size(), found_});
    });
    if (error) return tl::unexpected(*error);
    PositionFinder::Counts sum;
    for (const PositionFinder::Counts& part : counts) {
      sum.raw += part.raw;
      sum.canonical += part.canonical;
    }
    return sum;
  }

 private:
  const Database& database_;
  const FindOptions& options_;
  const Parallel& parallel_;
  SharedKeys shared_;
  std::vector<PositionFinder> finders_;
  std::atomic<std::uint64_t> done_{0};
  std::atomic<std::uint64_t> found_{0};
};

// The positions with the least numbers of those that were offered.
class LeastNumbers {
 public:
  LeastNumbers(std::size_t size, std::uint64_t seed) : size_(size), seed_(seed) {}

  void offer(const FoundPosition& found) {
    const std::uint64_t cell = std::uint64_t{found.cell.placement} << 32 | found.cell.index;
    const Numbered numbered{random_number(seed_, cell), found};
    if (kept_.size() == size_) {
      if (size_ == 0 || !(numbered < kept_.front())) return;
      std::pop_heap(kept_.begin(), kept_.end());
      kept_.back() = numbered;
    } else {
      kept_.push_back(numbered);
    }
    std::push_heap(kept_.begin(), kept_.end());
  }
  void merge(const LeastNumbers& other) {
    for (const Numbered& numbered : other.kept_) offer(numbered.found);
  }
  std::vector<FoundPosition> in_order() {
    std::sort_heap(kept_.begin(), kept_.end());
    std::vector<FoundPosition> positions;
    for (const Numbered& numbered : kept_) positions.push_back(numbered.found);
    return positions;
  }

 private:
  struct Numbered {
    std::uint64_t number;
    FoundPosition found;
    bool operator<(const Numbered& other) const {
      return number != other.number ? number < other.number : found.cell < other.found.cell;
    }
  };

  std::size_t size_;
  std::uint64_t seed_;
  std::vector<Numbered> kept_;  // a heap, the greatest first
};

}  // namespace

Result<PositionFinder::Counts> count_positions(const Database& database, const PositionProperties& properties,
                                               const FindOptions& options, const Parallel& parallel) {
  if (auto checked = check_distances(database, properties); !checked) return tl::unexpected(checked.error());
  Search search(database, properties, options, parallel);
  const auto nobody = [](std::size_t, std::uint32_t) { return PositionFinder::Visit(); };
  return search.run(0, database.placements().size(), nobody);
}

Result<PositionSample> sample_positions(const Database& database, const PositionProperties& properties,
                                        std::size_t size, std::uint64_t seed, const FindOptions& options,
                                        const Parallel& parallel) {
  if (auto checked = check_distances(database, properties); !checked) return tl::unexpected(checked.error());
  Search search(database, properties, options, parallel);
  std::vector<LeastNumbers> least(parallel.workers, LeastNumbers(size, seed));
  const auto keep = [&least](std::size_t worker, std::uint32_t) {
    return PositionFinder::Visit([&own = least[worker]](const FoundPosition& found) { own.offer(found); });
  };
  const auto counts = search.run(0, database.placements().size(), keep);
  if (!counts) return tl::unexpected(counts.error());
  for (std::size_t i = 1; i < least.size(); ++i) least[0].merge(least[i]);
  return PositionSample{*counts, least[0].in_order()};
}

Result<void> visit_positions(const Database& database, const PositionProperties& properties, const FindOptions& options,
                             const Parallel& parallel, const VisitFound& visit) {
  if (auto checked = check_distances(database, properties); !checked) return checked;
  Search search(database, properties, options, parallel);
  const std::size_t positions = positions_per_placement(database.identity().pieces);
  const std::size_t at_once = std::max<std::size_t>(kPositionsAtOnce / positions, 2 * parallel.workers);
  const std::size_t total = database.placements().size();
  for (std::size_t first = 0; first < total; first += at_once) {
    const std::size_t end = std::min(total, first + at_once);
    std::vector<std::vector<FoundPosition>> found(end - first);
    const auto gather = [&](std::size_t, std::uint32_t placement) {
      return PositionFinder::Visit([&own = found[placement - first]](const FoundPosition& one) { own.push_back(one); });
    };
    const auto counts = search.run(first, end, gather);
    if (!counts) return tl::unexpected(counts.error());
    for (const std::vector<FoundPosition>& of_placement : found) {
      for (const FoundPosition& one : of_placement) {
        if (!visit(one)) return {};
      }
    }
  }
  return {};
}

}  // namespace uisge
