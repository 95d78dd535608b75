// Runs the prover: reads its files, searches, and makes a certificate. The run continues from a saved state, follows a
// guide, and saves what it proves.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "db/output_place.h"
#include "solver/search/certificate.h"
#include "solver/search/proof_completion.h"
#include "solver/search/prover.h"

namespace uisge {

struct ProofTask {
  ProverLimits limits;
  std::string state = {};  // the file of the state, read first and then kept up to date (prover_state.h); empty: none
  std::string guide = {};  // the winner's known moves (guide_file.h); empty: none
  bool tighten = false;    // after a proof, look for faster wins until no faster win exists. REQUIRES: no guide
  std::function<void(const CompletionProgress&)> guide_observer = {};  // with a guide: called now and then
};

struct Proved {
  Verdict verdict = {};  // a win or loss is proved within verdict.plies
  ProverEnd end = ProverEnd::kDecided;
  bool is_exact = false;                        // no faster win exists
  std::optional<Certificate> certificate = {};  // for a win or loss, with one line per class of positions
  std::optional<std::size_t> unproved = {};  // the number of guide positions that are not proved (proof_completion.h)
  std::uint64_t visits = 0;
  std::chrono::duration<double> elapsed{};
  Result<void> saved = {};  // whether the state was saved
};

// Proves who wins the position, in which the game may be over. Errors: those of Prover::make, ProverState::open,
// read_guide, complete() and StrategyReader.
Result<Proved> run_proof(const Board& board, RuleSet rules, const Position& position, const ProofTask& task);

// Writes a certificate: as a compact file of 4 bytes per line, or as text with every position that the games of the
// certificate reach.
Result<void> write_proof(const OutputPlace& place, const Board& board, const Certificate& certificate, bool is_compact);

}  // namespace uisge
