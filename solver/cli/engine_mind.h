// Who answers the engine's `go`: a database or proof for the positions that it holds, the search for all others.
//
// Not thread-safe, and used by one thread at a time; `cancel` may be set by any.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "db/probe.h"
#include "solver/search/proof_answerer.h"

namespace uisge::cli {

struct EngineAnswer {
  Analysis analysis;
  std::vector<Move> line;
  bool is_searched = false;
  std::optional<int> within;  // plies, of a proof's answer, which has no distance
};

class EngineMind {
 public:
  using Progress = std::function<void(const ProofProgress&)>;

  // A database with distances, a proof, or no file. Errors: those of opening, and usage for a database without
  // distances: moves that only keep a win need never end the game.
  static Result<std::unique_ptr<EngineMind>> make(const std::string& file);

  // Null without a file.
  const DatabaseIdentity* identity() const {
    if (proof_) return &proof_->identity();
    return probe_ ? &probe_->identity() : nullptr;
  }

  // The search keeps to the limits, whose observer and flag are replaced by these. Errors: those of Probe and search.
  Result<EngineAnswer> answer(const Position& position, RuleSet rules, const ProofLimits& limits,
                              const Progress& progress, const std::atomic<bool>& cancel);

 private:
  EngineMind() = default;

  std::optional<Database> database_;
  std::optional<Probe> probe_;
  std::unique_ptr<ProofAnswerer> proof_;
};

}  // namespace uisge::cli
