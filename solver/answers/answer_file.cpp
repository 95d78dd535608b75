#include "solver/answers/answer_file.h"

#include <filesystem>

#include "db/file_descriptor.h"
#include "solver/answers/checkpoint_summary.h"
#include "solver/checkpoint/checkpoint_labels.h"
#include "solver/checkpoint/ply_log_reader.h"
#include "solver/exact/note_labels.h"
#include "solver/openmp_parallel.h"
#include "solver/values/plane_labels.h"

namespace uisge {

std::optional<std::string> find_proof(const DatabaseFolders& folders, const DatabaseIdentity& game) {
  for (const StuckRule stuck : {game.rules.stuck, StuckRule::kDraws}) {
    DatabaseIdentity proved = game;
    proved.rules.stuck = stuck;
    const std::string name = std::filesystem::path(default_file_name(proved)).replace_extension(kProofSuffix);
    if (auto path = folders.find(name)) return path;
  }
  return std::nullopt;
}

bool is_answer_file(const std::string& path) {
  return begins_as(path, kDatabaseFile) || PlyLogReader::is_checkpoint(path) || PlaneFile::is_plane(path) ||
         begins_as(path, kNoteFile) || is_proof(path);
}

Result<std::unique_ptr<AnswerFile>> AnswerFile::open(const std::string& path, std::size_t cache_bytes,
                                                     std::size_t threads) {
  std::unique_ptr<AnswerFile> file(new AnswerFile(path));
  const auto answer_by = [&](AnswerFileKind kind, auto opened) -> Result<std::unique_ptr<AnswerFile>> {
    auto labels = UISGE_TRY(std::move(opened));
    file->kind_ = kind;
    file->probe_.emplace(std::move(labels));
    return std::move(file);
  };
  if (PlyLogReader::is_checkpoint(path)) {
    return answer_by(AnswerFileKind::kCheckpoint, CheckpointLabels::open(path, cache_bytes));
  }
  if (PlaneFile::is_plane(path)) return answer_by(AnswerFileKind::kPlane, PlaneLabels::open(path, cache_bytes));
  if (begins_as(path, kNoteFile)) return answer_by(AnswerFileKind::kNotes, NoteLabels::open(path));
  if (is_proof(path)) {
    auto proof = UISGE_TRY(ProofAnswerer::open(path, cache_bytes));
    file->kind_ = AnswerFileKind::kProof;
    file->proof_ = std::move(proof);
    return file;
  }
  auto database = Database::open(path);
  if (!database) return tl::unexpected(with_checkpoint_named(database.error(), path));
  file->kind_ = stores_distances(database->header().codec) ? AnswerFileKind::kDatabase : AnswerFileKind::kValues;
  file->database_.emplace(std::move(*database));
  file->probe_.emplace(*file->database_, cache_bytes, openmp_parallel(threads));
  return file;
}

}  // namespace uisge
