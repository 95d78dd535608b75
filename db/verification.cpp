#include "db/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "core/notation.h"
#include "db/placement_census.h"
#include "db/placement_laws.h"
#include "db/placement_loop.h"
#include "db/position_law.h"
#include "db/random_number.h"
#include "db/writer.h"

namespace uisge {

namespace {

// Sampled positions are drawn, sorted and checked in batches, so that any number of them fits in memory.
constexpr std::uint64_t kSampleBatch = std::uint64_t{1} << 20;
constexpr std::size_t kSampleChunk = 64;
// A sampled verification uses each unit only a few times, so a larger cache would not help. This one holds little more
// than the units that the moves of one position need.
constexpr std::size_t kSampleCacheBytes = std::size_t{16} << 20;

struct Findings {
  std::uint64_t placements = 0;
  std::uint64_t positions = 0;
  std::uint64_t moves = 0;
  std::optional<PositionCell> broken;  // the first position whose label does not follow from its moves' labels

  void note_broken(PositionCell cell) {
    if (!broken || cell < *broken) broken = cell;
  }
  void add(const Findings& other) {
    placements += other.placements;
    positions += other.positions;
    moves += other.moves;
    if (other.broken) note_broken(*other.broken);
  }
};

struct Worker {
  Worker(const Database& database, SharedKeys& shared, std::optional<PositionCell> start)
      : laws(database, shared), statistics(database.board(), database.identity().pieces, start) {}
  PlacementLaws laws;
  LabelStatistics statistics;
  std::vector<LabelCode> codes;
  Findings findings;
};

struct Sampler {
  explicit Sampler(const Database& database) : probe(database, kSampleCacheBytes) {}
  Probe probe;
  Findings findings;
};

Result<BrokenLaw> describe(const Database& database, PositionCell cell) {
  const Position position = database.position(cell);
  Probe probe(database, kSampleCacheBytes);
  auto law = UISGE_TRY(check_position_law(probe, position));
  return BrokenLaw{position, law.broken ? *law.broken
                                        : fmt::format("{}: the label does not follow from the moves' labels",
                                                      to_text(database.board(), position))};
}

template <class Workers>
Result<VerificationReport> report_of(const Database& database, const Workers& workers) {
  Findings all;
  for (const auto& worker : workers) all.add(worker.findings);
  VerificationReport report{all.positions, all.moves, all.placements, std::nullopt};
  if (all.broken) report.broken = UISGE_TRY(describe(database, *all.broken));
  return report;
}

}  // namespace

PositionCell random_live_cell(const Database& database, std::uint64_t seed, std::uint64_t number) {
  // The position's number is a random 64-bit number modulo the number of positions. Unless the number of positions
  // divides 2^64, some positions are a little more likely than others: with six a side on 7x6, by less than one part in
  // 2^23.
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
  const std::uint64_t live = live_per_placement(pieces);
  const auto check = [&](std::size_t number, std::size_t placement) -> Result<bool> {
    Worker& worker = workers[number];
    Findings& findings = worker.findings;
    const auto finding = UISGE_TRY(worker.laws.check(placement));
    if (finding.first_broken) {
      findings.note_broken(*finding.first_broken);
      return false;
    }
    ++findings.placements;
    findings.positions += live;
    findings.moves += finding.moves;
    const std::vector<ReplyKey>& keys = worker.laws.keys();
    worker.codes.resize(keys.size());
    std::transform(keys.begin(), keys.end(), worker.codes.begin(), code_of);
    worker.statistics.add(placement, placements[placement], worker.codes);
    return true;
  };
  const auto progress = [&](std::uint64_t done, std::uint64_t total) {
    if (options.progress) options.progress(live * done, live * total);
  };
  const std::vector<std::size_t> order = shared.order(database);
  const bool holds =
      UISGE_TRY(PlacementLoop(order.size(), parallel, progress).run([&](std::size_t number, std::size_t i) {
        return check(number, order[i]);
      }));
  if (!holds) {
    // The report names the first broken law in the order of the file.
    for (Worker& worker : workers) worker.findings = {};
    UISGE_TRY(PlacementLoop(placements.size(), parallel, progress).run(check));
  }

  report = UISGE_TRY(report_of(database, workers));
  if (report.broken) return report;
  for (std::size_t i = 1; i < workers.size(); ++i) workers[0].statistics.merge(workers[i].statistics);
  if (workers[0].statistics.summary() != database.summary()) {
    report.broken = BrokenLaw{std::nullopt, "the labels are right, but the counts stored with them are not theirs"};
  }
  return report;
}

Result<VerificationReport> verify_sample(const Database& database, std::uint64_t count, std::uint64_t seed,
                                         const VerificationOptions& options, const Parallel& parallel) {
  if (database.placements().empty()) return VerificationReport{};
  std::vector<Sampler> samplers;
  for (std::size_t i = 0; i < parallel.workers; ++i) samplers.emplace_back(database);
  std::atomic<std::uint64_t> done = 0;
  bool is_fine = true;
  for (std::uint64_t first = 0; first < count && is_fine; first += kSampleBatch) {
    std::vector<PositionCell> cells(std::min(kSampleBatch, count - first));
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = random_live_cell(database, seed, first + i);
    std::sort(cells.begin(), cells.end());
    const auto check = [&](std::size_t number, std::size_t chunk) -> Result<bool> {
      Sampler& sampler = samplers[number];
      const std::size_t end = std::min(cells.size(), (chunk + 1) * kSampleChunk);
      for (std::size_t i = chunk * kSampleChunk; i < end; ++i) {
        const auto law = UISGE_TRY(check_position_law(sampler.probe, database.position(cells[i])));
        if (law.broken) {
          sampler.findings.note_broken(cells[i]);
          return false;
        }
        ++sampler.findings.positions;
        sampler.findings.moves += law.moves;
      }
      done += end - chunk * kSampleChunk;
      if (options.progress) options.progress(done, count);
      return true;
    };
    is_fine = UISGE_TRY(PlacementLoop((cells.size() + kSampleChunk - 1) / kSampleChunk, parallel).run(check));
  }
  return report_of(database, samplers);
}

}  // namespace uisge
