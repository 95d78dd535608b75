// Answers the engine's `go`: a database answers for positions that it holds, the search for all others.
//
// Not thread-safe: one thread at a time. Any thread may set `cancel`.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "db/probe.h"
#include "solver/search/search_fallback.h"

namespace uisge::cli {

struct EngineAnswer {
  Analysis analysis;
  std::vector<Move> line;
  bool is_searched = false;
};

class EngineMind {
 public:
  using Progress = std::function<void(const ProofProgress&)>;

  // `file` is a database with distances, or empty. Errors: those of opening, and usage for a database without
  // distances, since moves that only keep a win need never end the game.
  static Result<std::unique_ptr<EngineMind>> make(const std::string& file);

  // Null without a file.
  const DatabaseIdentity* identity() const { return probe_ ? &probe_->identity() : nullptr; }

  // The search keeps the limits, with this observer and flag instead of theirs. Errors: those of Probe and search.
  Result<EngineAnswer> answer(const Position& position, RuleSet rules, const ProofLimits& limits,
                              const Progress& progress, const std::atomic<bool>& cancel);

 private:
  EngineMind() = default;

  std::optional<Database> database_;
  std::optional<Probe> probe_;
};

}  // namespace uisge::cli
