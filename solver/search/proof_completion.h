// Makes a proof along a guide. The guide names the winner's moves in some positions, and a prover proves all other
// positions.
//
// In the games from the claim's position, the winner follows the guide and the loser plays any moves. If the winner is
// to move and the guide has no move, the position is an obligation. All threads of the prover prove obligations with
// its tables. In a round the search for a proof of an obligation may visit a limited number of positions. If the limit
// is too low, a later round with a higher limit tries the obligation again. The proved strategies and the guide's moves
// form one certificate, whose plies are counted up from the ends of games.
//
// All strategies here hold one position per class (proved_strategy.h). Of the guide, only the moves matter; its plies
// are not used.
#pragma once

#include "solver/search/proved_strategy.h"

namespace uisge {

struct CompletionProgress {
  std::size_t done = 0;  // the number of proved obligations
  std::size_t total = 0;
  std::size_t round = 0;  // counted from 1; each round allows eight times the visits of the round before
  std::size_t lines = 0;  // positions of the winner in the strategies so far
  std::uint64_t visits = 0;
  std::chrono::duration<double> elapsed{};
};

struct CompletionOptions {
  int plies = 0;  // the limit of plies for each obligation; 0: a generous limit for the number of pieces
  std::uint64_t first_visits = std::uint64_t{1} << 16;
  std::uint64_t most_visits = std::uint64_t{1} << 40;
  std::function<void(const CompletionProgress&)> observer;  // called now and then, from one thread at a time
  // Saves the proved strategies; called now and then and at the end, from one thread at a time. The strategies do not
  // change during a call.
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

// `proved` has the strategies that an earlier run has proved. The prover's limits give the number of threads, the time
// and the flag that cancels. Errors: usage, with the position (the guide goes in a circle, plays an illegal move, or
// gives the win away); the errors of StrategyReader and of options.save.
Result<Completion> complete(Prover& prover, const Position& position, ClaimKind kind, const Strategy& guide,
                            Strategy proved, const CompletionOptions& options);

// Replaces each position by the image that represents its class, and each move by its image under the same symmetry.
Strategy guide_of(const Board& board, const KeyMaker& keys, const Strategy& moves);

}  // namespace uisge
