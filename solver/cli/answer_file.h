// A file that positions are looked up in.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/error.h"
#include "core/position.h"
#include "db/database.h"
#include "db/probe.h"
#include "solver/search/bounded_answerer.h"

namespace uisge::cli {

// Whether the file is one that AnswerFile opens, as far as its first bytes tell.
bool is_answer_file(const std::string& path);

// A database, the checkpoint of one to come, or a proof, ready to answer. Not to be moved: the probe refers to the
// database.
class AnswerFile {
 public:
  // An error names the file.
  static Result<std::unique_ptr<AnswerFile>> open(const std::string& path, std::size_t cache_bytes,
                                                  std::size_t threads);

  const std::string& path() const { return path_; }
  Answerer& answerer() { return proof_ ? static_cast<Answerer&>(*proof_) : *probe_; }
  // Null for a proof.
  Probe* probe() { return probe_ ? &*probe_ : nullptr; }
  // Null for all but a proof.
  BoundedAnswerer* proof() const { return proof_.get(); }
  // Null for a checkpoint or a proof.
  const Database* database() const { return database_ ? &*database_ : nullptr; }
  const DatabaseIdentity& identity() const { return proof_ ? proof_->identity() : probe_->identity(); }
  bool holds(const Position& position) const {
    return position.size() == identity().board && position.pieces() == identity().pieces;
  }

 private:
  explicit AnswerFile(std::string path) : path_(std::move(path)) {}
  std::string path_;
  std::optional<Database> database_;
  std::optional<Probe> probe_;
  std::unique_ptr<BoundedAnswerer> proof_;
};

}  // namespace uisge::cli
