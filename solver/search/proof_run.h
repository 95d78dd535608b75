// A whole run of the prover: loads a saved state, follows a guide if there is one, searches, makes a certificate,
// shortens it, and saves the state.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "db/output_place.h"
#include "solver/search/certificate.h"
#include "solver/search/proof_completion.h"
#include "solver/search/proof_shortening.h"
#include "solver/search/proved_strategy.h"
#include "solver/search/prover.h"

namespace uisge {

struct ProofTask {
  ProverLimits limits;
  std::string state = {};  // the path of the state file, read first and then updated (prover_state.h); empty: no file
  // The path of a guide (guide_file.h) or a proof, whose moves are followed; empty: none. If a proof holds under the
  // run's rules, but lacks winning moves after the position, its wins are facts for the search instead. A guide is read
  // and replayed even if that takes more than the time limit.
  std::string guide = {};
  bool tighten = false;  // after a proof, search until the win is proved to be the fastest (proof_shortening.h)
  std::function<void(const CompletionProgress&)> guide_observer = {};    // called now and then if there is a guide
  std::function<void(const ShorteningProgress&)> tighten_observer = {};  // called now and then after a proof
  // Makes the certificate of a proof. Tests replace this function by one that fails.
  std::function<Result<Certificate>(Prover&, const Position&, Verdict, const Strategy& known)> make_certificate =
      certificate_of;
};

struct Proved {
  Verdict verdict = {};  // a win or loss is proved to take at most verdict.plies plies
  ProverEnd end = ProverEnd::kDecided;
  bool is_exact = false;  // whether it is proved that no faster win exists
  // For a win or loss; one move per class of positions (proof_line.h). Nothing if the run was cancelled, or
  // its time was up, before the moves were read.
  std::optional<Certificate> certificate = {};
  std::optional<std::size_t> unproved = {};  // if a guide was followed: how many positions Completion::unproved has
  std::uint64_t visits = 0;
  std::chrono::duration<double> elapsed{};
  Result<void> trouble = {};  // an error that leaves all other members valid: the last save of the state failed
};

// Proves who wins from the position, which may be one in which the game is over. Errors: those of Prover::make,
// ProverState::open, read_guide, ProofFile and complete(); kResource (the tables have lost too many facts); kBadFile (a
// proof of another game); kUsage (the guide has no move in the position, and none after a move from it, and is no
// proof under `rules`). The state file is saved now and then and at the end, even after an error; a save that fails
// does not end the run, since a later save follows.
Result<Proved> run_proof(const Board& board, RuleSet rules, const Position& position, const ProofTask& task);

// Writes a certificate, which has one line per class of positions. A compact file has the same lines; a text has a line
// for every position that can arise.
Result<void> write_proof(const OutputPlace& place, const Board& board, const Certificate& certificate, bool is_compact);

}  // namespace uisge
