// What a prover has found out, in a file from which another run goes on.
//
// Holds the facts and open numbers that took the most work, and the strategies that are proved (proof_completion.h). A
// state is about a board, a number of pieces and a rule set, not about one position. It is replaced as a whole, so that
// a kill or a full disk leaves the one before. While a ProverState lives, no other has the same file. docs/search.md
// has the bytes.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "db/file.h"
#include "db/format.h"
#include "solver/search/certificate.h"
#include "solver/search/prover.h"

namespace uisge {

inline constexpr FileKind kProverStateFile{"a state of `prove`", "uisge-pn"};

class ProverState {
 public:
  // Takes the file for this run, and what it holds into the prover's tables; it need not be there yet. Errors: resource
  // (another run has it, or it cannot be written or read), bad file (damaged, of another version or another game),
  // usage (a file of another kind).
  static Result<ProverState> open(const std::string& path, Prover& prover, int pieces);

  // The strategies that the file held; one position of each class.
  Strategy take_strategies() { return std::move(strategies_); }
  // Replaces the file. Any threads may go on searching. Errors: resource; the file that was there stays.
  Result<void> save(const Strategy& strategies);
  // The same if the last time was ten seconds ago or more; costs next to nothing if not.
  Result<void> save_when_due(const Strategy& strategies);

 private:
  using Clock = std::chrono::steady_clock;

  ProverState(std::string path, Prover& prover, const DatabaseIdentity& identity, AtomicFile next)
      : path_(std::move(path)), prover_(&prover), identity_(identity), next_(std::move(next)) {}
  Result<void> read();

  std::string path_;
  Prover* prover_;
  DatabaseIdentity identity_;
  std::optional<AtomicFile> next_;  // holds the lock until it is published
  Strategy strategies_;
  Clock::time_point next_save_ = Clock::now();
};

}  // namespace uisge
