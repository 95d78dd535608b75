// Makes a proof along a guide. The guide names the winner's moves in some positions, and a prover proves the rest.
//
// From the claim's position the winner follows the guide, and the loser plays every move. A position with the winner to
// move that the guide lacks is an obligation. All threads of the prover prove obligations over its tables, each within
// a number of visits; those that take more are tried again with more. Their strategies and the guide's moves form one
// certificate, with plies counted up from the ends.
//
// All strategies here hold one position per class (proved_strategy.h). Only the guide's moves matter, not its plies.
#pragma once

#include "solver/search/proved_strategy.h"

namespace uisge {

struct CompletionProgress {
  std::size_t done = 0;  // obligations proved
  std::size_t total = 0;
  std::size_t round = 0;  // counted from 1; each round allows eight times the visits of the one before
  std::size_t lines = 0;  // positions of the winner in the strategies so far
  std::uint64_t visits = 0;
  std::chrono::duration<double> elapsed{};
};

struct CompletionOptions {
  int plies = 0;  // limit for each obligation; 0: a generous one for the number of pieces
  std::uint64_t first_visits = std::uint64_t{1} << 16;
  std::uint64_t most_visits = std::uint64_t{1} << 40;
  std::function<void(const CompletionProgress&)> observer;  // called now and then, from one thread at a time
  // Saves the proved strategies now and then and at the end. Called from one thread at a time; nothing changes them
  // meanwhile.
  std::function<Result<void>(const Strategy&)> save;
  // the interval grows so that saving takes at most a twentieth of the time
  std::chrono::duration<double> save_interval{60};
};

struct Completion {
  std::optional<Certificate> certificate;  // none while an obligation is unproved
  std::vector<Position> unproved;          // the open obligations
  Strategy proved;                         // the strategies of all proved obligations, without gaps
  ProverEnd end = ProverEnd::kDecided;     // kNobodyWins: most_visits are used up
};

// `proved` is the result of an earlier run. The prover's limits say how many threads, how long, and what cancels.
// Errors: usage, with the position (the guide goes in a circle, plays an illegal move, or gives the win away), those of
// StrategyReader and of options.save.
Result<Completion> complete(Prover& prover, const Position& position, ClaimKind kind, const Strategy& guide,
                            Strategy proved, const CompletionOptions& options);

// The moves for the classes' images of the positions.
Strategy guide_of(const Board& board, const KeyMaker& keys, const Strategy& moves);

}  // namespace uisge
