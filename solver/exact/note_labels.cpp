#include "solver/exact/note_labels.h"

namespace uisge {

Result<std::unique_ptr<NoteLabels>> NoteLabels::open(const std::string& path) {
  auto notes = UISGE_TRY(NoteFile::open(path));
  auto placements = UISGE_TRY(file_placements(path, notes.identity(), notes.placements()));
  return std::unique_ptr<NoteLabels>(new NoteLabels(path, std::move(notes), std::move(placements)));
}

}  // namespace uisge
