#include "solver/exact/note_labels.h"

#include "solver/placements/file_placements.h"

namespace uisge {

Result<std::unique_ptr<NoteLabels>> NoteLabels::open(const std::string& path) {
  auto notes = NoteFile::open(path);
  if (!notes) return tl::unexpected(notes.error());
  auto placements = file_placements(path, notes->identity(), notes->placements());
  if (!placements) return tl::unexpected(placements.error());
  return std::unique_ptr<NoteLabels>(new NoteLabels(path, std::move(*notes), std::move(*placements)));
}

}  // namespace uisge
