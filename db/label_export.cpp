#include "db/label_export.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>

#include "core/bits.h"
#include "db/placement_key_reader.h"
#include "db/position_classes.h"

namespace uisge {

namespace {

// Labels that are found together before they are handed on in order.
constexpr std::uint64_t kLabelsAtOnce = std::uint64_t{1} << 23;

// Readers for all workers, and the first error that one of them meets.
class Labels {
 public:
  Labels(const Database& database, const ExportOptions& options, const Parallel& parallel)
      : database_(database), options_(options), parallel_(parallel), shared_(database, options.cache_bytes, false) {
    for (std::size_t i = 0; i < parallel.workers; ++i) readers_.emplace_back(database, shared_);
  }

  // Calls take(worker, placement, labels) on all workers, for the placements from `first` to before `end`. `room` gives
  // the memory for a placement's labels.
  template <class Room, class Take>
  Result<void> read(std::size_t first, std::size_t end, const Room& room, const Take& take) {
    std::optional<Error> error;
    std::mutex mutex;
    std::atomic<bool> failed{false};
    parallel_.for_each(end - first, [&](std::size_t worker, std::size_t index) {
      if (failed.load(std::memory_order_relaxed) || is_cancelled()) return;
      const auto placement = static_cast<std::uint32_t>(first + index);
      const std::span<LabelCode> codes = room(worker, placement);
      if (auto found = readers_[worker].codes(placement, codes); !found) {
        const std::lock_guard lock(mutex);
        if (!error) error = found.error();
        failed = true;
        return;
      }
      clear_what_is_not_live(codes);
      take(worker, placement, codes);
      ++done_;
      if (options_.progress) options_.progress(done_, database_.placements().size());
    });
    if (error) return tl::unexpected(*error);
    if (is_cancelled()) return tl::unexpected(Error{ErrorKind::kInterrupted, "export: stopped"});
    return {};
  }

 private:
  bool is_cancelled() const { return options_.cancel && options_.cancel->load(std::memory_order_relaxed); }
  void clear_what_is_not_live(std::span<LabelCode> codes) const {
    const std::size_t states = crown_states(database_.identity().pieces);
    for (std::size_t row = 0; row < codes.size(); row += states) {
      codes[row + states - 1] = kDrawCode;
      const bool is_opponent_all_crowns = (row / states + 1) % states == 0;
      if (is_opponent_all_crowns) std::ranges::fill(codes.subspan(row, states), kDrawCode);
    }
  }

  const Database& database_;
  const ExportOptions& options_;
  const Parallel& parallel_;
  SharedKeys shared_;
  std::vector<PlacementKeyReader> readers_;
  std::atomic<std::uint64_t> done_{0};
};

// One worker's counts: by code, in a table of the crowns of both sides.
class CrownCounter {
 public:
  explicit CrownCounter(const Database& database)
      : pieces_(database.identity().pieces), classes_(database.board(), pieces_) {}

  void add(SquareSet occupied_bb, std::span<const LabelCode> codes) {
    classes_.enter(occupied_bb);
    const unsigned states = 1U << pieces_;
    const std::uint32_t block = states * states;
    ColouringRank rank = 0;
    for (std::uint32_t first = 0; first < codes.size(); first += block, ++rank) {
      if (classes_.has_symmetry()) classes_.enter_block(rank);
      for (std::uint32_t at = 0; at < block; ++at) {
        const unsigned mover = at % states;
        const unsigned opponent = at / states;
        if (mover + 1 == states || opponent + 1 == states) continue;
        Cell& cell = cell_of(codes[first + at], bit_count(mover), bit_count(opponent));
        cell.raw += classes_.weight();
        cell.canonical += !classes_.has_symmetry() || classes_.is_representative(at) ? 1U : 0U;
      }
    }
  }

  void add_to(std::map<std::array<int, 3>, CrownCount>& sum) const {
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if (cells_[i].raw == 0) continue;
      const int crowns = static_cast<int>(i % kTable);
      const auto code = static_cast<LabelCode>(i / kTable);
      CrownCount& count = sum[{code, crowns / kMaxPieces, crowns % kMaxPieces}];
      count.code = code;
      count.mover_crowns = crowns / kMaxPieces;
      count.opponent_crowns = crowns % kMaxPieces;
      count.raw += cells_[i].raw;
      count.canonical += cells_[i].canonical;
    }
  }

 private:
  // Live positions have fewer crowns a side than pieces.
  static constexpr std::size_t kTable = std::size_t{kMaxPieces} * kMaxPieces;
  struct Cell {
    std::uint64_t raw = 0;
    std::uint64_t canonical = 0;
  };

  Cell& cell_of(LabelCode code, std::size_t mover_crowns, std::size_t opponent_crowns) {
    const std::size_t first = std::size_t{code} * kTable;
    if (first + kTable > cells_.size()) cells_.resize(first + kTable);
    return cells_[first + mover_crowns * kMaxPieces + opponent_crowns];
  }

  int pieces_;
  PositionClasses classes_;
  std::vector<Cell> cells_;
};

}  // namespace

Result<void> visit_labels(const Database& database, const ExportOptions& options, const Parallel& parallel,
                          const VisitLabels& visit) {
  Labels labels(database, options, parallel);
  const std::size_t size = positions_per_placement(database.identity().pieces);
  const std::size_t at_once = std::max<std::size_t>(kLabelsAtOnce / size, parallel.workers);
  const std::size_t total = database.placements().size();
  std::vector<LabelCode> codes(std::min(at_once, total) * size);
  for (std::size_t first = 0; first < total; first += at_once) {
    const std::size_t end = std::min(total, first + at_once);
    const auto room = [&](std::size_t, std::uint32_t placement) {
      return std::span(codes).subspan((placement - first) * size, size);
    };
    auto read = labels.read(first, end, room, [](std::size_t, std::uint32_t, std::span<const LabelCode>) {});
    if (!read) return read;
    for (std::size_t i = 0; i < end - first; ++i) {
      if (auto visited = visit(std::span(codes).subspan(i * size, size)); !visited) return visited;
    }
  }
  return {};
}

Result<std::vector<CrownCount>> count_by_crowns(const Database& database, const ExportOptions& options,
                                                const Parallel& parallel) {
  Labels labels(database, options, parallel);
  const std::size_t size = positions_per_placement(database.identity().pieces);
  std::vector<CrownCounter> counters(parallel.workers, CrownCounter(database));
  std::vector<std::vector<LabelCode>> codes(parallel.workers, std::vector<LabelCode>(size));
  const auto room = [&](std::size_t worker, std::uint32_t) { return std::span(codes[worker]); };
  const auto count = [&](std::size_t worker, std::uint32_t placement, std::span<const LabelCode> found) {
    counters[worker].add(database.placements()[placement], found);
  };
  if (auto read = labels.read(0, database.placements().size(), room, count); !read) return tl::unexpected(read.error());
  std::map<std::array<int, 3>, CrownCount> sum;
  for (const CrownCounter& counter : counters) counter.add_to(sum);
  std::vector<CrownCount> counts;
  for (const auto& [key, one] : sum) counts.push_back(one);
  return counts;
}

}  // namespace uisge
