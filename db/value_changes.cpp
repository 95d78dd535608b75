#include "db/value_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/placement.h"
#include "db/placement_key_reader.h"
#include "db/placement_loop.h"
#include "db/position_cell.h"

namespace uisge {

namespace {

struct Comparison {
  Comparison(const Database& first, SharedKeys& first_keys, const Database& second, SharedKeys& second_keys)
      : first_reader(first, first_keys), second_reader(second, second_keys) {}
  PlacementKeyReader first_reader;
  PlacementKeyReader second_reader;
  std::vector<LabelCode> first_codes;
  std::vector<LabelCode> second_codes;
  ValueChanges changes;
};

struct StoredLabels {
  StoredLabels(const Database& first, const Database& second, std::size_t positions)
      : first_reader(first), second_reader(second), first_codes(positions), second_codes(positions) {}
  UnitReader first_reader;
  UnitReader second_reader;
  std::vector<LabelCode> first_codes;
  std::vector<LabelCode> second_codes;
};

// Whether both files store only lost positions, under the same rule set. If the function returns true, equal lost
// positions imply equal labels, and the labels of the other positions need not be derived.
bool are_told_by_losses(const Database& first, const Database& second) {
  return first.identity().rules == second.identity().rules && stores_lost_only(first.header().codec) &&
         stores_lost_only(second.header().codec);
}

// Whether the files store the same lost positions, with the same distances if both files have distances. REQUIRES: both
// files store only lost positions.
Result<bool> have_same_losses(const Database& first, const Database& second, const Parallel& parallel,
                              const PlacementProgress& progress) {
  const bool by_distance = stores_distances(first.header().codec) && stores_distances(second.header().codec);
  const std::size_t positions = positions_per_placement(first.identity().pieces);
  std::vector<StoredLabels> stored;
  for (std::size_t i = 0; i < parallel.workers; ++i) stored.emplace_back(first, second, positions);
  PlacementLoop loop(first.placements().size(), parallel, progress);
  return loop.run([&](std::size_t worker, std::size_t placement) -> Result<bool> {
    StoredLabels& labels = stored[worker];
    UISGE_TRY(labels.first_reader.read_placement(placement, labels.first_codes));
    UISGE_TRY(labels.second_reader.read_placement(placement, labels.second_codes));
    return std::equal(
        labels.first_codes.begin(), labels.first_codes.end(), labels.second_codes.begin(),
        [by_distance](LabelCode a, LabelCode b) { return by_distance ? a == b : is_loss_code(a) == is_loss_code(b); });
  });
}

void count_placement(const Database& database, std::size_t placement, Comparison& comparison) {
  const std::uint64_t weight =
      database.board().symmetry_count() / stabiliser(database.board(), database.placements()[placement]).size();
  for (std::uint32_t i = 0; i < comparison.first_codes.size(); ++i) {
    if (!is_live_index(database.identity().pieces, i)) continue;
    const Label first = decode_label(comparison.first_codes[i]);
    const Label second = decode_label(comparison.second_codes[i]);
    if (first.outcome == second.outcome) {
      if (first.distance != second.distance && first.has_distance() && second.has_distance()) {
        comparison.changes.longer_or_shorter += weight;
      }
      continue;
    }
    ValueChange& change = comparison.changes.by_outcome[index(first.outcome)][index(second.outcome)];
    change.positions += weight;
    const PositionCell cell = cell_at(placement, i);
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

Result<ValueChanges> compare_values(const Database& first, const Database& second, const Parallel& parallel,
                                    std::size_t cache_bytes, const PlacementProgress& progress) {
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
  if (are_told_by_losses(first, second)) {
    const auto same = UISGE_TRY(have_same_losses(first, second, parallel, progress));
    if (same) return ValueChanges{};
  }
  const std::size_t positions = positions_per_placement(a.pieces);
  std::vector<Comparison> comparisons;
  SharedKeys first_keys(first, cache_bytes / 2, false);
  SharedKeys second_keys(second, cache_bytes / 2, false);
  for (std::size_t i = 0; i < parallel.workers; ++i) comparisons.emplace_back(first, first_keys, second, second_keys);
  const auto compare = [&](std::size_t worker, std::size_t placement) -> Result<bool> {
    Comparison& comparison = comparisons[worker];
    comparison.first_codes.resize(positions);
    comparison.second_codes.resize(positions);
    UISGE_TRY(comparison.first_reader.codes(placement, comparison.first_codes));
    UISGE_TRY(comparison.second_reader.codes(placement, comparison.second_codes));
    count_placement(first, placement, comparison);
    return true;
  };
  PlacementLoop loop(first.placements().size(), parallel, progress);
  UISGE_TRY(loop.run(compare));
  ValueChanges changes;
  for (const Comparison& comparison : comparisons) merge(changes, comparison.changes);
  return changes;
}

}  // namespace uisge
