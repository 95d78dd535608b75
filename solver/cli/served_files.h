// The databases, checkpoints, planes and proofs that `uisge serve` answers from, all open at a time.
//
// After opening only a file's probe and counts change, each under a mutex of the file.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "db/label_export.h"
#include "db/position_finder.h"
#include "solver/cli/answer_file.h"

namespace uisge::cli {

struct ServedFile {
  std::string name;  // the last part of its path, with the folder if there are two of that name
  std::unique_ptr<AnswerFile> file;
  std::mutex mutex;        // of the file's probe
  std::mutex count_mutex;  // of the two members below, which are found when they are first asked for
  std::optional<std::vector<CrownCount>> by_crowns;
  std::optional<std::vector<FoundPosition>> longest_wins;

  const DatabaseIdentity& identity() const { return file->identity(); }
};

class ServedFiles {
 public:
  // Files, and folders whose databases, checkpoints and proofs are all taken. `cache_bytes` are for all of them
  // together. Errors: a file that is named cannot be read. What lies in a folder and cannot be read is passed over with
  // a warning on standard error.
  static Result<ServedFiles> open(const std::vector<std::string>& paths, std::uint64_t cache_bytes);

  const std::vector<std::unique_ptr<ServedFile>>& all() const { return files_; }
  // Null if none answers for this game. A database before a checkpoint, then values, then a plane, then a proof.
  ServedFile* find(const DatabaseIdentity& identity) const;
  ServedFile* find(const std::string& name) const;

 private:
  void add(std::unique_ptr<ServedFile> file);

  std::vector<std::unique_ptr<ServedFile>> files_;  // the best of an identity first
};

}  // namespace uisge::cli
