// Answers the command `go` of `uisge engine`: a database or proof answers for positions that it holds, the search for
// all others.
//
// Not thread-safe, but any thread may set `cancel`.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "db/probe.h"
#include "solver/search/proof_answerer.h"

namespace uisge::cli {

enum class AnsweredBy : std::uint8_t { kDatabase, kProof, kSearch, kNobody };

struct EngineAnswer {
  Analysis analysis;
  std::vector<std::vector<Move>> lines;  // the lines of the best moves; each begins with its move
  AnsweredBy by = AnsweredBy::kDatabase;
  std::vector<Error> troubles = {};  // why the file or the search could not answer
  std::uint64_t nodes = 0;           // if the search answers: how many positions it visited
};

class EngineAnswerer {
 public:
  using Progress = std::function<void(const ProofProgress&)>;

  // `file` names a proof, or a database with distances; it may be empty. `cache_bytes` limits the memory for the file's
  // cache, or for a text proof. Errors: those of opening the file; kUsage if the database has no distances, since a
  // player who only keeps a win may never end the game.
  static Result<std::unique_ptr<EngineAnswerer>> make(const std::string& file, std::size_t cache_bytes);

  // Returns null if there is no file.
  const DatabaseIdentity* identity() const {
    if (proof_) return &proof_->identity();
    return probe_ ? &probe_->identity() : nullptr;
  }

  // Whether the file answers under these rules; true if there is no file.
  bool holds_under(RuleSet rules) const {
    if (proof_) return proof_->holds_under(rules);
    return !probe_ || probe_->identity().rules == rules;
  }

  // Ranks the playable moves (at least one, unless the game is over), and gives a line of play for each of the `lines`
  // best moves. The search answers if the file cannot. If the search cannot answer either, because memory is short, the
  // moves come without verdicts. The search takes only the numbers from `limits`. It reports to `progress` instead of
  // the observer in `limits`, and stops at `cancel` instead of the flag in `limits`.
  EngineAnswer answer(const Position& position, RuleSet rules, const ProofLimits& limits, std::size_t lines,
                      const Progress& progress, const std::atomic<bool>& cancel);

 private:
  EngineAnswerer() = default;

  std::optional<Database> database_;
  std::optional<Probe> probe_;
  std::unique_ptr<ProofAnswerer> proof_;
};

}  // namespace uisge::cli
