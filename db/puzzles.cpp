#include "db/puzzles.h"

#include <algorithm>

#include "db/drawn_positions.h"
#include "db/puzzle_lines.h"

namespace uisge {

namespace {

// The time to pick one position at random, divided by the time to read a position when the file is read from front to
// back (on two processors).
constexpr std::uint64_t kPositionsPerDraw = 4096;
// read_puzzles() first takes this many random candidates for each wanted puzzle. If they are too few, it multiplies
// their number by this factor.
constexpr std::size_t kCandidatesPerPuzzle = 16;

// The puzzles that were chosen so far.
struct Chosen {
  Chosen(const Database& database, std::size_t wanted) : lines(database), size(wanted) {}
  bool is_complete() const { return puzzles.size() == size; }
  Result<void> offer(const FoundPosition& found) {
    const auto taken = UISGE_TRY(lines.take(found));
    if (taken) puzzles.push_back(found);
    return {};
  }

  PuzzleLines lines;
  std::vector<FoundPosition> puzzles;
  std::size_t size;
};

Result<void> draw_puzzles(const Database& database, const PositionProperties& properties, const PuzzleSample& sample,
                          const FindOptions& options, Chosen& chosen) {
  DrawnPositions drawn(database, properties, sample.seed, options.cache_bytes);
  // The counts of a forged file can exceed what its placements hold.
  const std::uint64_t most_live =
      database.placements().size() * live_per_placement(database.identity().pieces) * database.board().symmetry_count();
  const std::uint64_t live = std::min(database.summary().raw.live(), most_live);
  const std::uint64_t draws = sample.most_draws.value_or(live / kPositionsPerDraw);
  for (std::uint64_t i = 0; i < draws && !chosen.is_complete() && !wants_stop(options.cancel); ++i) {
    const auto found = UISGE_TRY(drawn.look_up(i));
    if (!found) continue;
    UISGE_TRY(chosen.offer(*found));
    if (options.progress) options.progress({chosen.puzzles.size(), sample.size, chosen.puzzles.size()});
  }
  return {};
}

// Reads the whole file, chooses candidates from it at random, and offers them to `chosen`. If too many candidates come
// from the same lines of play, reads the file again and takes more candidates.
Result<void> read_puzzles(const Database& database, const PositionProperties& properties, const PuzzleSample& sample,
                          const FindOptions& options, const Parallel& parallel, Chosen& chosen) {
  std::size_t offered = 0;
  for (std::size_t candidates = sample.size * kCandidatesPerPuzzle;; candidates *= kCandidatesPerPuzzle) {
    const auto all =
        UISGE_TRY(sample_positions(database, properties, candidates, sample.seed, options, parallel)).positions;
    for (; offered < all.size(); ++offered) {
      if (chosen.is_complete() || wants_stop(options.cancel)) return {};
      UISGE_TRY(chosen.offer(all[offered]));
    }
    if (all.size() < candidates || wants_stop(options.cancel)) return {};
  }
}

}  // namespace

PositionProperties puzzle_properties() {
  PositionProperties properties;
  properties.outcomes = {};
  properties.outcomes[index(Outcome::kWin)] = true;
  properties.distance = CountRange{.least = kPuzzlePlies};
  properties.moves.winning = CountRange{1, 1};
  properties.moves.plausible_others = CountRange{.least = kPuzzlePlausibleMoves};
  return properties;
}

PositionProperties puzzle_properties(const PuzzleLevel& level) {
  PositionProperties properties = puzzle_properties();
  properties.distance = level.plies;
  properties.moves.losing = level.losing;
  return properties;
}

Result<std::vector<FoundPosition>> sample_puzzles(const Database& database, const PositionProperties& properties,
                                                  const PuzzleSample& sample, const FindOptions& options,
                                                  const Parallel& parallel) {
  UISGE_TRY(check_distances(database, properties));
  if (database.placements().empty()) return std::vector<FoundPosition>();
  Chosen chosen(database, sample.size);
  UISGE_TRY(draw_puzzles(database, properties, sample, options, chosen));
  if (!chosen.is_complete() && !sample.most_draws && !wants_stop(options.cancel)) {
    UISGE_TRY(read_puzzles(database, properties, sample, options, parallel, chosen));
  }
  return std::move(chosen.puzzles);
}

}  // namespace uisge
