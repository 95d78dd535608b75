// The databases, checkpoints, planes and proofs from which `uisge serve` answers. All files are open at the same time.
//
// After opening, only a file's probe and its counts change. Each file has two mutexes: one for the probe, one for the
// counts.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "db/label_export.h"
#include "db/position_finder.h"
#include "solver/answers/answer_file.h"

namespace uisge {

struct ServedFile {
  std::string name;  // the last part of its path, and the folder if two files share that part
  std::unique_ptr<AnswerFile> file;
  std::mutex mutex;        // guards the probe
  std::mutex count_mutex;  // guards the two members below, which are computed at their first use
  std::optional<std::vector<CrownCount>> by_crowns;
  std::optional<std::vector<FoundPosition>> longest_wins;

  const DatabaseIdentity& identity() const { return file->identity(); }
};

class ServedFiles {
 public:
  // Opens a file that will be served under `name`. Errors: those of AnswerFile::open.
  Result<void> open(const std::string& path, const std::string& name, std::uint64_t cache_bytes);

  const std::vector<std::unique_ptr<ServedFile>>& all() const { return files_; }
  // The files of a game, best first: a database, a checkpoint, a values database, a plane, a proof. A proof for the
  // game's own rules comes before a proof for other rules that also holds under the game's rules.
  std::vector<ServedFile*> of_game(const DatabaseIdentity& identity) const;
  ServedFile* find(const std::string& name) const;

 private:
  std::vector<std::unique_ptr<ServedFile>> files_;  // of each game the best comes first
};

}  // namespace uisge
