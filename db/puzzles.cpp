#include "db/puzzles.h"

#include "db/parallel.h"
#include "db/puzzle_lines.h"

namespace uisge {

namespace {

constexpr std::size_t kLineCacheBytes = std::size_t{256} << 20;
// The first random sample has kCandidatesPerPuzzle candidates for each wanted puzzle.
constexpr std::size_t kCandidatesPerPuzzle = 16;

Result<std::vector<FoundPosition>> from_different_lines(const Database& database,
                                                        const std::vector<FoundPosition>& candidates, std::size_t size,
                                                        const std::atomic<bool>* cancel) {
  PuzzleLines lines(database, kLineCacheBytes);
  std::vector<FoundPosition> chosen;
  for (const FoundPosition& candidate : candidates) {
    if (chosen.size() == size || wants_stop(cancel)) break;
    const auto taken = UISGE_TRY(lines.take(candidate));
    if (taken) chosen.push_back(candidate);
  }
  return chosen;
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
                                                  std::size_t size, std::uint64_t seed, const FindOptions& options,
                                                  const Parallel& parallel) {
  for (std::size_t candidates = size * kCandidatesPerPuzzle;; candidates *= kCandidatesPerPuzzle) {
    const auto drawn = UISGE_TRY(sample_positions(database, properties, candidates, seed, options, parallel));
    auto chosen = from_different_lines(database, drawn.positions, size, options.cancel);
    const bool is_all = !chosen || chosen->size() == size || drawn.positions.size() == drawn.all.canonical;
    if (is_all || wants_stop(options.cancel)) return chosen;
  }
}

}  // namespace uisge
