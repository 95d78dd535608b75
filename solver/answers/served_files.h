// The files from which `uisge serve` answers; all of them are open at the same time.
//
// Each file has a mutex for its answers, another for its counts, and another for its rankings of draws.
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
  // The file's name in requests: the last part of its path. If a file that was opened before has the same name, the
  // name is the whole path.
  std::string name;
  std::unique_ptr<AnswerFile> file;
  std::uint64_t cache_bytes = 0;  // the most that the file's answerer keeps of it in memory
  std::mutex mutex;               // guards file->answerer() and the rules under which it answers
  std::mutex count_mutex;         // guards the two members below, which are empty until their first use
  std::optional<std::vector<CrownCount>> by_crowns;
  std::optional<std::vector<FoundPosition>> longest_wins;
  std::mutex ranking_mutex;  // held by a ranking of draws that looks more than one ply ahead

  const DatabaseIdentity& identity() const { return file->identity(); }
};

class ServedFiles {
 public:
  // Opens a file that will be served under `name`. Errors: those of AnswerFile::open.
  Result<void> open(const std::string& path, const std::string& name, std::uint64_t cache_bytes);

  const std::vector<std::unique_ptr<ServedFile>>& all() const { return files_; }
  // The files of a game, best first: in the order of AnswerFileKind, then proofs for other rules that also hold under
  // the game's rules.
  std::vector<ServedFile*> of_game(const DatabaseIdentity& identity) const;
  ServedFile* find(const std::string& name) const;
  // If the message begins with a file's path, puts the file's name in requests in its place.
  std::string with_name(const std::string& message) const;

 private:
  std::vector<std::unique_ptr<ServedFile>> files_;  // in the order of AnswerFileKind
};

}  // namespace uisge
