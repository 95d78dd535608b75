// Lists the positions that an exact solve notes: the positions in a text file, or all positions that arise from the
// start within a number of plies. NoteList has the positions of a solve and their labels.
//
// noted_by_text and noted_by_plies return the cells of live positions of a table, in ascending order and without
// repetition. If a symmetry of the board maps the placement of a listed position onto itself, all images of the
// position on this placement are listed too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/outcome.h"
#include "db/label_code.h"
#include "db/position_cell.h"
#include "solver/placements/placement_table.h"

namespace uisge {

// Reads the text file `path`, which has one position per line (position_of_line), in any order. Positions in which a
// side has only crowns are left out. Errors: kResource (the text cannot be read, or has more than `at_most` live
// positions), kUsage (a line, which the error names, is not a position of this board).
Result<std::vector<PositionCell>> noted_by_text(const std::string& path, const PlacementTable& table,
                                                std::size_t at_most);

// Returns all positions that arise from the position `start` within `plies` plies, by any moves, and in which no side
// has only crowns. Uses several threads; takes a few microseconds per position. Errors: kResource (more than `at_most`
// positions).
Result<std::vector<PositionCell>> noted_by_plies(PositionCell start, Plies plies, const PlacementTable& table,
                                                 StuckRule stuck, std::size_t threads, std::size_t at_most);

struct ExactRequest;

// The noted positions of a solve, and the labels that its finished courses gave to them.
class NoteList {
 public:
  // The bytes that a position takes: its cell and labels, and as much again while the list is made.
  static constexpr std::uint64_t kBytesPerPosition = 40;

  // Collects the positions that the request names. The start is always noted. Errors: those of noted_by_text and
  // noted_by_plies, where the positions may take `bytes`; kUsage if the request asks for the positions that arise from
  // the start, and there is no start.
  static Result<NoteList> choose(const ExactRequest& request, const PlacementTable& table,
                                 std::optional<PositionCell> start, std::uint64_t bytes);

  const std::vector<PositionCell>& cells() const { return cells_; }  // ascending
  const std::vector<LabelCode>& labels() const { return labels_; }   // of cells()
  std::size_t start_place() const { return start_place_; }           // the start's place in cells()

  // Takes the labels that a course gave before the solve was interrupted.
  void resume(const std::vector<LabelCode>& labels) { labels_ = labels; }
  // Merges the labels of a finished course into those of earlier courses.
  void add(std::span<const LabelCode> labels);
  // Removes the positions that are undecided if the solve knows all wins and losses within `plies` plies.
  // `is_complete`: whether it knows all wins and losses.
  void drop_undecided(Plies plies, bool is_complete);

 private:
  std::vector<PositionCell> cells_;
  std::vector<LabelCode> labels_;
  std::size_t start_place_ = 0;
};

}  // namespace uisge
