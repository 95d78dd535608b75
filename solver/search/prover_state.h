// Stores the knowledge of a prover in a file, so that another run can continue from it.
//
// The file holds the facts that took the most work, the proof numbers of the open questions that took the most work,
// and the proved strategies (proof_completion.h). A state file is for one board, number of pieces and rule set, and for
// all positions of this game. A save replaces the whole file at once, so after a kill or with a full disk the old file
// is still there. While a ProverState exists, no other run can open its file as a state. If another file takes the name
// all the same, saves fail and leave that file as it is. docs/search.md specifies the bytes.
#pragma once

#include <string>

#include "db/format.h"
#include "db/saved_file.h"
#include "solver/save_clock.h"
#include "solver/search/certificate.h"
#include "solver/search/prover.h"

namespace uisge {

inline constexpr FileKind kProverStateFile{"a state of `prove`", "uisge-pn"};

class ProverState {
 public:
  // Locks the file for this run and loads its contents into the prover's tables; the file need not exist. `pieces` is
  // per side. Calls the prover's observer now and then. Errors: resource (another run uses the file, it cannot be
  // written or read, or the tables would lose many of its facts), kBadFile (the file is damaged, of another version or
  // of another game), usage (the file is of another kind), kInterrupted (the prover's flag cancelled).
  static Result<ProverState> open(const std::string& path, Prover& prover, int pieces);

  // The strategies that open() read from the file, with one position per class.
  Strategy take_strategies() { return std::move(strategies_); }
  // Replaces the file. Other threads may search meanwhile. Errors: resource. After an error the old file stays.
  Result<void> save(const Strategy& strategies);
  // Saves if the last save by this function was long enough ago: ten seconds, or more if saves are slow. Errors: those
  // of save().
  Result<void> save_when_due(const Strategy& strategies);

 private:
  ProverState(SavedFile file, Prover& prover, const DatabaseIdentity& identity)
      : file_(std::move(file)), prover_(&prover), identity_(identity) {}
  Result<void> read();
  Result<void> write(AtomicFile& file, const Strategy& strategies) const;

  SavedFile file_;
  Prover* prover_;
  DatabaseIdentity identity_;
  Strategy strategies_;
  SaveClock save_clock_{10, 20, true};  // saving takes at most about a twentieth of the time
};

}  // namespace uisge
