#include "db/value_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <vector>

#include "core/placement.h"
#include "db/placement_key_reader.h"
#include "db/position_cell.h"

namespace uisge {

namespace {

// For each file; only those of lost positions need it.
constexpr std::size_t kKeyBytes = std::size_t{512} << 20;

struct Comparison {
  Comparison(const Database& first, SharedKeys& first_keys, const Database& second, SharedKeys& second_keys)
      : first_reader(first, first_keys), second_reader(second, second_keys) {}
  PlacementKeyReader first_reader;
  PlacementKeyReader second_reader;
  std::vector<LabelCode> first_codes;
  std::vector<LabelCode> second_codes;
  ValueChanges changes;
};

void count_placement(const Database& database, std::uint32_t placement, Comparison& comparison) {
  const std::uint64_t weight = static_cast<std::uint64_t>(database.board().symmetry_count()) /
                               stabiliser(database.board(), database.placements()[placement]).size();
  for (std::uint32_t i = 0; i < comparison.first_codes.size(); ++i) {
    if (!is_live_index(database.identity().pieces, i)) continue;
    const Label first = decode_label(comparison.first_codes[i]);
    const Label second = decode_label(comparison.second_codes[i]);
    ValueChange& change =
        comparison.changes
            .by_outcome[static_cast<std::size_t>(first.outcome)][static_cast<std::size_t>(second.outcome)];
    change.positions += weight;
    if (first.outcome == second.outcome && first.distance != second.distance && first.has_distance() &&
        second.has_distance()) {
      comparison.changes.longer_or_shorter += weight;
    }
    const PositionCell cell{placement, i};
    if (!change.example || cell < *change.example) change.example = cell;
  }
}

void merge(ValueChanges& sum, const ValueChanges& other) {
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      ValueChange& mine = sum.by_outcome[a][b];
      const ValueChange& theirs = other.by_outcome[a][b];
      mine.positions += theirs.positions;
      if (theirs.example && (!mine.example || *theirs.example < *mine.example)) mine.example = theirs.example;
    }
  }
  sum.longer_or_shorter += other.longer_or_shorter;
}

}  // namespace

Result<ValueChanges> compare_values(const Database& first, const Database& second, const Parallel& parallel) {
  const DatabaseIdentity& a = first.identity();
  const DatabaseIdentity& b = second.identity();
  if (a.board != b.board || a.pieces != b.pieces) {
    return usage_error(fmt::format("files: {} holds {}, {} holds {}: only rules may differ", first.path(), to_string(a),
                                   second.path(), to_string(b)));
  }
  if (!std::equal(first.placements().begin(), first.placements().end(), second.placements().begin(),
                  second.placements().end())) {
    return bad_file(fmt::format("{}: not the placements of {}", second.path(), first.path()));
  }
  const auto positions = static_cast<std::size_t>(positions_per_placement(a.pieces));
  std::vector<Comparison> comparisons;
  SharedKeys first_keys(first, kKeyBytes);
  SharedKeys second_keys(second, kKeyBytes);
  for (int i = 0; i < parallel.workers; ++i) comparisons.emplace_back(first, first_keys, second, second_keys);
  std::mutex mutex;
  std::optional<Error> error;
  parallel.for_each(first.placements().size(), [&](int number, std::size_t index) {
    Comparison& comparison = comparisons[static_cast<std::size_t>(number)];
    comparison.first_codes.resize(positions);
    comparison.second_codes.resize(positions);
    const auto placement = static_cast<std::uint32_t>(index);
    auto read = comparison.first_reader.codes(placement, comparison.first_codes);
    if (read) read = comparison.second_reader.codes(placement, comparison.second_codes);
    if (read) return count_placement(first, placement, comparison);
    const std::lock_guard lock(mutex);
    error = std::move(read.error());
  });
  if (error) return tl::unexpected(*error);
  ValueChanges changes;
  for (const Comparison& comparison : comparisons) merge(changes, comparison.changes);
  return changes;
}

}  // namespace uisge
