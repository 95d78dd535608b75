#include "db/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>

#include "core/notation.h"
#include "db/placement_census.h"
#include "db/placement_laws.h"
#include "db/position_law.h"
#include "db/random_number.h"
#include "db/writer.h"

namespace uisge {

namespace {

// Sampled positions are drawn, sorted and checked in batches, so that any number of them fits in memory.
constexpr std::uint64_t kSampleBatch = std::uint64_t{1} << 20;
constexpr std::size_t kSampleChunk = 64;
// A sample visits each unit a few times at most, so the cache needs to hold only the units around one position.
constexpr std::size_t kSampleCacheBytes = std::size_t{16} << 20;

// Of all broken laws and errors that the workers meet, the first in file order.
class FirstFinding {
 public:
  // Whether an earlier placement already has a finding, so that this one need not be checked.
  bool precedes(std::size_t placement) const { return placement_.load(std::memory_order_relaxed) < placement; }
  void offer_broken(PositionCell cell) {
    const std::lock_guard lock(mutex_);
    if (broken_ && *broken_ <= cell) return;
    broken_ = cell;
    placement_ = std::min<std::size_t>(placement_, cell.placement);
  }
  void offer_error(Error error) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::move(error);
    placement_ = 0;
  }
  const std::optional<PositionCell>& broken() const { return broken_; }
  const std::optional<Error>& error() const { return error_; }

 private:
  std::mutex mutex_;
  std::atomic<std::size_t> placement_ = SIZE_MAX;
  std::optional<PositionCell> broken_;
  std::optional<Error> error_;
};

struct Worker {
  Worker(const Database& database, SharedKeys& shared, std::optional<PositionCell> start)
      : laws(database, shared), statistics(database.board(), database.identity().pieces, start) {}
  PlacementLaws laws;
  LabelStatistics statistics;
  std::vector<LabelCode> codes;
  std::uint64_t moves = 0;
};

Result<BrokenLaw> describe(const Database& database, PositionCell cell) {
  const Position position = database.position(cell);
  Probe probe(database, kSampleCacheBytes);
  auto law = UISGE_TRY(check_position_law(probe, position));
  return BrokenLaw{position, law.broken ? *law.broken
                                        : fmt::format("{}: the label does not follow from the moves' labels",
                                                      to_text(database.board(), position))};
}

}  // namespace

PositionCell random_live_cell(const Database& database, std::uint64_t seed, std::uint64_t number) {
  // Remainders of random 64-bit numbers are uniform up to an error of 2^-30.
  const int pieces = database.identity().pieces;
  const std::uint64_t positions = positions_per_placement(pieces);
  for (std::uint64_t attempt = 0;; ++attempt) {
    const std::uint64_t drawn = random_number(random_number(seed, number), attempt);
    const std::uint64_t cell = drawn % (positions * database.placements().size());
    const PositionCell result = cell_at(cell / positions, cell % positions);
    if (is_live_index(pieces, result.index)) return result;
  }
}

Result<VerificationReport> verify_database(const Database& database, const VerificationOptions& options,
                                           const Parallel& parallel) {
  VerificationReport report;
  const int pieces = database.identity().pieces;
  const auto placements = database.placements();
  const std::vector<SquareSet> census = placement_census(database.board(), pieces);
  if (!std::equal(census.begin(), census.end(), placements.begin(), placements.end())) {
    report.broken =
        BrokenLaw{std::nullopt, fmt::format("the file has {} placements, but not the {} of a {} board",
                                            placements.size(), census.size(), to_string(database.identity().board))};
    return report;
  }
  const auto start = start_cell(database.board(), pieces, placements);
  SharedKeys shared(database, options.cache_bytes);
  std::vector<Worker> workers;
  for (std::size_t i = 0; i < parallel.workers; ++i) workers.emplace_back(database, shared, start);
  FirstFinding finding;
  std::atomic<std::uint64_t> done = 0;
  const std::uint64_t row = crown_states(pieces) - 1;
  const std::uint64_t live = colouring_count(pieces) * row * row;

  parallel.for_each(placements.size(), [&](std::size_t number, std::size_t placement) {
    if (finding.precedes(placement)) return;
    Worker& worker = workers[number];
    auto outcome = worker.laws.check(placement);
    if (!outcome) return finding.offer_error(std::move(outcome.error()));
    if (outcome->first_broken) return finding.offer_broken(*outcome->first_broken);
    worker.moves += outcome->moves;
    const std::vector<ReplyKey>& keys = worker.laws.keys();
    worker.codes.resize(keys.size());
    std::transform(keys.begin(), keys.end(), worker.codes.begin(), code_of);
    worker.statistics.add(placement, placements[placement], worker.codes);
    const std::uint64_t now_done = ++done;
    if (options.progress) options.progress(live * now_done, live * placements.size());
  });

  if (finding.error()) return tl::unexpected(*finding.error());
  report.placements = done;
  report.positions = live * done;
  for (const Worker& worker : workers) report.moves += worker.moves;
  if (finding.broken()) {
    report.broken = UISGE_TRY(describe(database, *finding.broken()));
    return report;
  }
  for (std::size_t i = 1; i < workers.size(); ++i) workers[0].statistics.merge(workers[i].statistics);
  if (workers[0].statistics.summary() != database.summary()) {
    report.broken = BrokenLaw{std::nullopt, "the labels are right, but the counts stored with them are not theirs"};
  }
  return report;
}

Result<VerificationReport> verify_sample(const Database& database, std::uint64_t count, std::uint64_t seed,
                                         const VerificationOptions& options, const Parallel& parallel) {
  VerificationReport report;
  if (database.placements().empty()) return report;
  std::vector<Probe> probes;
  for (std::size_t i = 0; i < parallel.workers; ++i) probes.emplace_back(database, kSampleCacheBytes);
  FirstFinding finding;
  std::atomic<std::uint64_t> positions = 0;
  std::atomic<std::uint64_t> moves = 0;
  for (std::uint64_t first = 0; first < count; first += kSampleBatch) {
    std::vector<PositionCell> cells(std::min(kSampleBatch, count - first));
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = random_live_cell(database, seed, first + i);
    std::sort(cells.begin(), cells.end());
    parallel.for_each((cells.size() + kSampleChunk - 1) / kSampleChunk, [&](std::size_t number, std::size_t chunk) {
      Probe& probe = probes[number];
      const std::size_t end = std::min(cells.size(), (chunk + 1) * kSampleChunk);
      for (std::size_t i = chunk * kSampleChunk; i < end; ++i) {
        if (finding.precedes(cells[i].placement)) return;
        const auto law = check_position_law(probe, database.position(cells[i]));
        if (!law) return finding.offer_error(law.error());
        if (law->broken) return finding.offer_broken(cells[i]);
        moves += law->moves;
        ++positions;
      }
      if (options.progress) options.progress(positions, count);
    });
  }
  if (finding.error()) return tl::unexpected(*finding.error());
  report.positions = positions;
  report.moves = moves;
  if (finding.broken()) {
    report.broken = UISGE_TRY(describe(database, *finding.broken()));
  }
  return report;
}

}  // namespace uisge
