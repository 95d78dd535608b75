// Gives a probe (db/probe.h) the labels of a list of noted positions (db/note_file.h). Opening enumerates the
// placements of the board, which takes a second for the real game. Not thread-safe.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/note_file.h"
#include "solver/placements/file_placements.h"

namespace uisge {

class NoteLabels final : public EnumeratedLabels {
 public:
  // Errors: those of NoteFile::open; kBadFile if the board does not have as many placements as the list says.
  static Result<std::unique_ptr<NoteLabels>> open(const std::string& path);

  Result<LabelCode> code(PositionCell cell) override { return notes_.find(cell); }
  bool is_partial() const override { return true; }
  const NoteFile& notes() const { return notes_; }

 private:
  NoteLabels(std::string path, NoteFile notes, std::vector<SquareSet> placements)
      : EnumeratedLabels(std::move(path), notes.identity(), std::move(placements)), notes_(std::move(notes)) {}

  NoteFile notes_;
};

}  // namespace uisge
