// A file that positions are looked up in.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/error.h"
#include "core/position.h"
#include "db/database.h"
#include "db/probe.h"

namespace uisge::cli {

// Whether AnswerFile opens the file, judged by its first bytes.
bool is_answer_file(const std::string& path);

// An open database, checkpoint or plane with its probe. The object cannot be moved, since the probe refers to the
// database.
class AnswerFile {
 public:
  // An error names the file.
  static Result<std::unique_ptr<AnswerFile>> open(const std::string& path, std::size_t cache_bytes,
                                                  std::size_t threads);

  const std::string& path() const { return path_; }
  Probe& probe() { return *probe_; }
  // Null for a checkpoint.
  const Database* database() const { return database_ ? &*database_ : nullptr; }
  const DatabaseIdentity& identity() const { return probe_->identity(); }
  bool holds(const Position& position) const {
    return position.size() == identity().board && position.pieces() == identity().pieces;
  }

 private:
  explicit AnswerFile(std::string path) : path_(std::move(path)) {}
  std::string path_;
  std::optional<Database> database_;
  std::optional<Probe> probe_;
};

}  // namespace uisge::cli
