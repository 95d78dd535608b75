// Counts the won, lost and drawn positions of a database. Only *live* positions are counted, in which each side has a
// blank. Labels with distances also give counts by distance, and the first position with the longest distance.
//
// There are two ways to count. *Raw* counts count mirrored and rotated copies of a position separately. *Canonical*
// counts count the classes of positions under the board's symmetries (position_classes.h).
//
// Use one object per thread and merge the objects at the end. The result consists of sums and minima, so it does not
// depend on the number of threads. Takes about 1 ns per position, and 48 bytes of memory per label code from 0 to the
// largest code so far.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/board.h"
#include "core/colouring.h"
#include "db/label_code.h"
#include "db/position_cell.h"
#include "db/position_classes.h"

namespace uisge {

struct OutcomeCounts {
  std::uint64_t won = 0;
  std::uint64_t lost = 0;
  std::uint64_t drawn = 0;
  constexpr std::uint64_t live() const { return won + lost + drawn; }
  constexpr auto operator<=>(const OutcomeCounts&) const = default;
};

struct DistanceCounts {
  std::uint64_t won = 0;
  std::uint64_t lost = 0;
  constexpr auto operator<=>(const DistanceCounts&) const = default;
};

struct LabelSummary {
  OutcomeCounts raw;        // mirrored and rotated copies of a position count separately
  OutcomeCounts canonical;  // mirrored and rotated copies of a position count once
  // The numbers of positions won and lost in each number of plies, from 0 up to the longest distance, counted as in
  // `raw`. Empty if all positions are drawn, or if the labels have no distances.
  std::vector<DistanceCounts> by_distance;
  std::optional<PositionCell> longest_distance_cell;  // the first in file order; absent if by_distance is empty
  std::optional<PositionCell> start;  // absent if the board has no start array, or if the game is over there
  LabelCode start_code = kDrawCode;
  bool operator==(const LabelSummary&) const = default;
};

class LabelStatistics {
 public:
  // `start`: the cell whose label this object remembers.
  LabelStatistics(const Board& board, int pieces, std::optional<PositionCell> start);

  // Counts the positions of a whole placement; codes[i] is the label of the position with index i. Cells in which a
  // side has only crowns are ignored. REQUIRES: codes.size() == positions_per_placement(pieces); live positions have
  // codes up to kMaxLabelCode or, without distances, kDrawCode, kUncountedWinCode or kUncountedLossCode.
  void add(std::size_t placement, SquareSet occupied_bb, std::span<const LabelCode> codes);
  void merge(const LabelStatistics& other);
  LabelSummary summary() const;

 private:
  // Makes room for the counts of all codes up to `largest`.
  void make_room(LabelCode largest);
  void add_symmetric(std::span<const LabelCode> codes);
  void note_longest(std::size_t placement, std::span<const LabelCode> codes, LabelCode largest);

  // Each label code has four counters, which are used in turn. With one counter per code, each label in a run of equal
  // labels would have to wait until the previous label's count has been stored.
  static constexpr std::size_t kLanes = 4;
  using Lanes = std::array<std::uint64_t, kLanes>;

  const Board* board_;
  PositionClasses classes_;
  // Each vector has a number of positions for every label code. A placement is symmetric if a symmetry other than the
  // identity maps it onto itself.
  std::vector<Lanes> asymmetric_;                   // positions on asymmetric canonical placements
  std::vector<std::uint64_t> symmetric_raw_;        // positions on symmetric placements and on all their images
  std::vector<std::uint64_t> symmetric_canonical_;  // the same positions, but all images of a position count once
  std::optional<PositionCell> start_;
  LabelCode start_code_ = kDrawCode;
  LabelCode largest_code_ = kDrawCode;
  std::optional<PositionCell> longest_distance_cell_;
};

}  // namespace uisge
