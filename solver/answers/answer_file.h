// A file that answers questions about positions.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/position.h"
#include "db/database.h"
#include "db/database_folders.h"
#include "db/probe.h"
#include "solver/search/proof_answerer.h"

namespace uisge {

// Best first. A checkpoint comes before a values database, since it has distances for the positions that it has
// decided.
enum class AnswerFileKind : std::uint8_t {
  kDatabase,    // with distances
  kCheckpoint,  // the distances that an unfinished solve has found so far
  kValues,      // a database without distances
  kPlane,       // the won positions that an unfinished solve without distances has found so far
  kNotes,       // a list of some positions with their distances (docs/formats/notes.md)
  kProof,       // a proof of a win or loss: bounds of distances, for the positions that the proof covers
};
constexpr std::string_view kind_name(AnswerFileKind kind) {
  switch (kind) {
    case AnswerFileKind::kDatabase: return "database";
    case AnswerFileKind::kValues: return "values";
    case AnswerFileKind::kCheckpoint: return "checkpoint";
    case AnswerFileKind::kPlane: return "plane";
    case AnswerFileKind::kNotes: return "notes";
    case AnswerFileKind::kProof: return "proof";
  }
  return {};
}

inline constexpr std::string_view kProofSuffix = ".proof";

// Finds the file with the proof of this game, such as "7x6-6-loses.proof". If there is no such file, finds the proof
// under the rule `draws`, such as "7x6-6-draws.proof", which also holds under the other stuck rules.
std::optional<std::string> find_proof(const DatabaseFolders& folders, const DatabaseIdentity& game);

// Whether the file's first bytes are those of a file that AnswerFile can open.
bool is_answer_file(const std::string& path);

// A file of one of the kinds in AnswerFileKind, open and ready to answer. Not thread-safe. The object must not be
// moved, since its probe refers to its database.
class AnswerFile {
 public:
  // Errors name the file.
  static Result<std::unique_ptr<AnswerFile>> open(const std::string& path, std::size_t cache_bytes,
                                                  std::size_t threads);

  const std::string& path() const { return path_; }
  Answerer& answerer() { return proof_ ? static_cast<Answerer&>(*proof_) : *probe_; }
  // Null if the file is a proof.
  Probe* probe() { return probe_ ? &*probe_ : nullptr; }
  // Null unless the file is a proof.
  ProofAnswerer* proof() const { return proof_.get(); }
  AnswerFileKind kind() const { return kind_; }
  // Whether the file answers only about some positions of its game.
  bool is_partial() const { return kind_ == AnswerFileKind::kNotes || kind_ == AnswerFileKind::kProof; }
  // Whether the file is of an unfinished solve, which takes 100 ms or more for an answer.
  bool is_unfinished() const { return kind_ == AnswerFileKind::kCheckpoint || kind_ == AnswerFileKind::kPlane; }
  bool has_distances() const {
    return kind_ == AnswerFileKind::kDatabase || kind_ == AnswerFileKind::kCheckpoint ||
           kind_ == AnswerFileKind::kNotes;
  }
  // Null unless the file is a database, with or without distances.
  const Database* database() const { return database_ ? &*database_ : nullptr; }
  // The game and the rules that the file names.
  const DatabaseIdentity& identity() const { return proof_ ? proof_->identity() : probe_->identity(); }
  // Whether the file answers under these rules. A proof may hold under more rule sets than the rule set that the file
  // names.
  bool holds_under(RuleSet rules) const { return proof_ ? proof_->holds_under(rules) : identity().rules == rules; }
  // Changes the rules of all later answers. REQUIRES: holds_under(rules).
  void answer_under(RuleSet rules) {
    if (proof_) proof_->answer_under(rules);
  }
  bool holds(const Position& position) const {
    return position.size() == identity().board && position.pieces() == identity().pieces;
  }
  bool answers(const DatabaseIdentity& game) const {
    return game.board == identity().board && game.pieces == identity().pieces && holds_under(game.rules);
  }

 private:
  explicit AnswerFile(std::string path) : path_(std::move(path)) {}
  std::string path_;
  AnswerFileKind kind_ = AnswerFileKind::kDatabase;
  std::optional<Database> database_;
  std::optional<Probe> probe_;
  std::unique_ptr<ProofAnswerer> proof_;
};

}  // namespace uisge
