// A run of the prover from files to a certificate: it goes on from a state, follows a guide, and keeps what it finds.
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
  std::string state = {};  // goes on from this file, and keeps there what is found (prover_state.h); empty: none
  std::string guide = {};  // the winner's known moves (guide_file.h); empty: none
  bool tighten = false;    // with a proof, look for faster wins until there is none. REQUIRES: no guide
  std::function<void(const CompletionProgress&)> guide_observer = {};  // with a guide: called now and then
};

struct Proved {
  Verdict verdict;  // a win or loss is proved within its plies
  ProverEnd end = ProverEnd::kDecided;
  bool is_exact = false;                   // no faster win exists
  std::optional<Certificate> certificate;  // for a win or loss, with one line per class of positions
  std::optional<std::size_t> unproved;     // the number of guide positions that are not proved (proof_completion.h)
  std::uint64_t visits = 0;
  std::chrono::duration<double> elapsed{};
  Result<void> saved;  // whether the state was kept
};

// Proves who wins the position, whose game may be over. Errors: those of Prover::make, ProverState::open, read_guide,
// complete() and StrategyReader.
Result<Proved> run_proof(const Board& board, RuleSet rules, const Position& position, const ProofTask& task);

// Writes a certificate of Proved as a file of 4 bytes per line, or as text with every position that its games reach.
Result<void> write_proof(const OutputPlace& place, const Board& board, const Certificate& certificate, bool is_compact);

}  // namespace uisge
