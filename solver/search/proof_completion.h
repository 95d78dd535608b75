// A proof whose first moves somebody else has chosen: a guide names the winner's moves where it knows them, and a
// prover does the rest.
//
// From the claim's position the winner follows the guide and the loser plays everything. A position with the winner to
// move that the guide does not name is an obligation. Obligations are proved on all threads of the prover over its
// tables, each within a number of visits; those that take more are tried again with more. Their strategies and the
// guide's moves make one certificate, with plies counted up from the ends.
//
// All strategies here hold one position of each class (proved_strategy.h); of the guide only the moves count.
#pragma once

#include "solver/search/proved_strategy.h"

namespace uisge {

struct CompletionProgress {
  std::size_t done = 0;  // obligations
  std::size_t total = 0;
  std::size_t round = 0;  // counted from 1; each has eight times the visits of the one before
  std::size_t lines = 0;  // positions of the winner in the strategies so far
  std::uint64_t visits = 0;
  std::chrono::duration<double> elapsed{};
};

struct CompletionOptions {
  int plies = 0;  // within which an obligation is to be won; 0: generous for the number of pieces
  std::uint64_t first_visits = std::uint64_t{1} << 16;
  std::uint64_t most_visits = std::uint64_t{1} << 40;
  std::function<void(const CompletionProgress&)> observer;  // now and then, from one thread at a time
  // Keeps what is proved, now and then and at the end; from one thread at a time, and nothing changes it meanwhile.
  std::function<Result<void>(const Strategy&)> save;
  std::chrono::duration<double> save_interval{60};  // or more, so that saving takes a twentieth of the time at most
};

struct Completion {
  std::optional<Certificate> certificate;  // none while something is unproved
  std::vector<Position> unproved;          // obligations
  Strategy proved;                         // of all obligations so far, without gaps
  ProverEnd end = ProverEnd::kDecided;     // kNobodyWins: most_visits are spent
};

// `proved` is what a run before this one has proved. The prover's limits say how many threads, how long, and what
// cancels. Errors: usage (the guide goes in a circle, plays what cannot be played, or lets the loser off; the message
// names the position), those of StrategyReader and of options.save.
Result<Completion> complete(Prover& prover, const Position& position, ClaimKind kind, const Strategy& guide,
                            Strategy proved, const CompletionOptions& options);

// The classes' images of positions with the moves that are to be played there.
Strategy guide_of(const Board& board, const KeyMaker& keys, const Strategy& moves);

}  // namespace uisge
