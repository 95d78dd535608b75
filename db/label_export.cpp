#include "db/label_export.h"

#include <algorithm>
#include <map>

#include "core/bits.h"
#include "core/piece_count.h"
#include "db/placement_key_reader.h"
#include "db/position_classes.h"

namespace uisge {

namespace {

// A batch of placements has about kLabelsAtOnce labels. When a batch is read, its labels go to the caller in the order
// of the file.
constexpr std::uint64_t kLabelsAtOnce = std::uint64_t{1} << 23;

// Reads the labels of all placements, with all workers of `parallel`.
class Labels {
 public:
  Labels(const Database& database, const ExportOptions& options, const Parallel& parallel)
      : database_(database),
        shared_(database, options.cache_bytes, false),
        loop_(database.placements().size(), parallel, options.progress, options.cancel) {
    for (std::size_t i = 0; i < parallel.workers; ++i) readers_.emplace_back(database, shared_);
  }

  // Calls take(worker, placement, labels) for every placement, on all workers. room(worker, placement) gives the memory
  // for a placement's labels.
  template <class Room, class Take>
  Result<void> read(const Room& room, const Take& take) {
    return unless_cancelled(loop_.run([&](std::size_t worker, std::size_t placement) -> Result<bool> {
      const std::span<LabelCode> codes = room(worker, placement);
      auto found = read_placement(worker, placement, codes);
      if (found) take(worker, placement, codes);
      return found;
    }));
  }
  // Reads `at_once` placements at a time (placement_loop.h). The labels of a placement are written to room(placement);
  // `hand_on` takes them from there.
  template <class Room>
  Result<void> read_in_order(std::size_t at_once, const Room& room, const PlacementLoop::HandOn& hand_on) {
    const auto read_one = [&](std::size_t worker, std::size_t placement) {
      return read_placement(worker, placement, room(placement));
    };
    return unless_cancelled(loop_.run_in_order(at_once, read_one, hand_on));
  }

 private:
  static Result<void> unless_cancelled(const Result<bool>& done) {
    if (!done) return tl::unexpected(done.error());
    if (!*done) return interrupted_error("export: stopped");
    return {};
  }
  Result<bool> read_placement(std::size_t worker, std::size_t placement, std::span<LabelCode> codes) {
    UISGE_TRY(readers_[worker].codes(placement, codes));
    clear_last_rows(codes);
    return true;
  }
  // In the last row of a block the opponent has only crowns. Labels that the reader derives from keys call these
  // positions lost (placement_key_cache.h). Positions in which the mover has only crowns have the label 0 already.
  void clear_last_rows(std::span<LabelCode> codes) const {
    const std::size_t states = crown_states(database_.identity().pieces);
    const std::size_t block = states * states;
    for (std::size_t end = block; end <= codes.size(); end += block) {
      std::ranges::fill(codes.subspan(end - states, states), kDrawCode);
    }
  }

  const Database& database_;
  SharedKeys shared_;
  std::vector<PlacementKeyReader> readers_;
  PlacementLoop loop_;
};

// One worker's counts: for each label code a table that is indexed by both sides' numbers of crowns.
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
  // In a live position each side has fewer crowns than pieces.
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
  std::vector<LabelCode> codes(std::min(at_once, database.placements().size()) * size);
  const auto room = [&](std::size_t placement) { return std::span(codes).subspan((placement % at_once) * size, size); };
  const auto hand_on = [&](std::size_t first, std::size_t end) -> Result<bool> {
    for (std::size_t placement = first; placement < end; ++placement) UISGE_TRY(visit(room(placement)));
    return true;
  };
  return labels.read_in_order(at_once, room, hand_on);
}

Result<std::vector<CrownCount>> count_by_crowns(const Database& database, const ExportOptions& options,
                                                const Parallel& parallel) {
  Labels labels(database, options, parallel);
  const std::size_t size = positions_per_placement(database.identity().pieces);
  std::vector<CrownCounter> counters(parallel.workers, CrownCounter(database));
  std::vector<std::vector<LabelCode>> codes(parallel.workers, std::vector<LabelCode>(size));
  const auto room = [&](std::size_t worker, std::size_t) { return std::span(codes[worker]); };
  const auto count = [&](std::size_t worker, std::size_t placement, std::span<const LabelCode> found) {
    counters[worker].add(database.placements()[placement], found);
  };
  UISGE_TRY(labels.read(room, count));
  std::map<std::array<int, 3>, CrownCount> sum;
  for (const CrownCounter& counter : counters) counter.add_to(sum);
  std::vector<CrownCount> counts;
  for (const auto& [key, one] : sum) counts.push_back(one);
  return counts;
}

}  // namespace uisge
