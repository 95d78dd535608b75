// A list of noted positions: some positions of a board, each with its value and distance.
//
// An exact solve (solver/exact/) knows more positions than a file can hold, so the user chooses the positions that the
// solve writes. The file stores cells in ascending order, each as the difference from the previous cell;
// docs/formats/notes.md is the specification. A list takes little more memory than the size of the file.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/error.h"
#include "db/bytes.h"
#include "db/format.h"
#include "db/label_code.h"
#include "db/output_place.h"
#include "db/position_cell.h"

namespace uisge {

inline constexpr FileKind kNoteFile{"a list of noted positions", "UISGENOT"};
inline constexpr std::uint16_t kNoteFileVersion = 1;

// The usual name of the file, such as "7x6-4-loses.notes".
std::string default_notes_name(const DatabaseIdentity& identity);

// Writes the list. `placements` is the number of canonical placements of the board. Returns the size of the file.
// Errors: kResource. REQUIRES: the cells ascend without repetition; their placement numbers are below `placements`;
// codes[i] is the label of cells[i].
Result<std::uint64_t> write_notes(const OutputPlace& place, const DatabaseIdentity& identity, std::size_t placements,
                                  std::span<const PositionCell> cells, std::span<const LabelCode> codes);

// The object is const after opening, so threads may share it.
class NoteFile {
 public:
  // Reads and checks the whole file. Errors: kResource (the file cannot be read), kBadFile (the file is not a list of
  // noted positions, is damaged, or has another version or other rules). Throws std::bad_alloc.
  static Result<NoteFile> open(const std::string& path);

  const DatabaseIdentity& identity() const { return identity_; }
  std::uint64_t placements() const { return placements_; }
  std::uint64_t positions() const { return positions_; }
  std::uint64_t bytes() const;  // the size of the file
  // The label of a position; kOpenCode if the position is not on the list. Takes some microseconds.
  LabelCode find(PositionCell cell) const;
  // Calls visit(cell, label) for the positions in ascending order, until `visit` returns false.
  void for_each(const std::function<bool(PositionCell, LabelCode)>& visit) const;

 private:
  // Where a run of entries of the list begins. The first entry is at byte `offset` of the body, and its cell is stored
  // as a difference from `before`.
  struct Run {
    std::uint64_t before;  // one more than the number of the last cell before the run
    std::size_t offset;
  };
  Result<void> index_runs(const std::string& path);

  DatabaseIdentity identity_;
  std::uint64_t placements_ = 0;
  std::uint64_t positions_ = 0;
  Bytes body_;
  std::vector<Run> runs_;
};

}  // namespace uisge
