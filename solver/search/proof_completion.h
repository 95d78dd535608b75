// Makes a proof that follows a guide. The guide names the winner's moves in some positions, and a prover proves the
// other positions that can arise.
//
// In the games from the claim's position, the winner follows the guide and the loser plays any moves. A position in
// which the winner is to move and the guide has no move is an obligation: the prover must prove that the winner wins
// it. The prover's threads work on different obligations and share the prover's tables. Each search may visit a limited
// number of positions. Obligations that stay open are tried again in a further round with a higher limit. The proved
// strategies and the guide's moves form one certificate, whose plies are counted from the ends of the games.
//
// Strategies here, except guide_of()'s argument, hold one position per class (proved_strategy.h). complete() ignores
// the guide's numbers of plies.
#pragma once

#include "solver/search/proved_strategy.h"

namespace uisge {

struct CompletionProgress {
  std::size_t done = 0;  // the number of obligations (see above) that are proved
  std::size_t total = 0;
  // Counted from 1; each round allows eight times as many visits per search as the last round. 0: the guide is
  // read or replayed (proof_run.h), or followed, before the first round or after the last, and `lines` counts its
  // positions that were met.
  std::size_t round = 0;
  std::size_t lines = 0;  // the number of positions in the proved strategies
  std::uint64_t visits = 0;
  std::chrono::duration<double> elapsed{};
};

struct CompletionOptions {
  // The prover first looks for a win within this many plies. If there is none, it doubles the number. 0: the prover
  // begins with a generous number, which depends on the number of pieces.
  int plies = 0;
  std::uint64_t first_visits = std::uint64_t{1} << 16;      // visits per search in the first round
  std::uint64_t most_visits = std::uint64_t{1} << 40;       // no round allows more
  std::function<void(const CompletionProgress&)> observer;  // called some times a second, from one thread at a time
  // Called some times a second with the proved strategies, from one thread at a time, so that it can save them. The
  // strategies do not change during a call.
  std::function<void(const Strategy&)> save_when_due;
};

struct Completion {
  // Set once every obligation is proved, unless the flag cancelled while the guide was followed again.
  std::optional<Certificate> certificate;
  // The positions that are still to be proved. Not set if the time was up, or the flag cancelled, while the guide was
  // followed for the first time.
  std::optional<std::vector<Position>> unproved;
  // kNobodyWins: most_visits did not suffice for a position in `unproved`, or it is not won within kMaxSearchPlies.
  ProverEnd end = ProverEnd::kDecided;
};

// Proves the claim `kind` for `position`. `proved` has the strategies that earlier runs have proved, and gets those
// that this run proves, also if it fails. The prover's limits give the number of threads, the time and the flag that
// cancels. Errors: kUsage if the guide goes in a circle, plays an illegal move, or gives the win away (the message
// names the position), or if a game takes more than kMaxPlies plies. REQUIRES: the game is not over.
Result<Completion> complete(Prover& prover, const Position& position, ClaimKind kind, const Strategy& guide,
                            Strategy& proved, const CompletionOptions& options);

// Replaces each position by its class's image (class_image()), and each move by its image under the same symmetry. Of
// several lines for a class, keeps one with the fewest plies. Calls `goes_on` before each line, with the number of
// classes so far; if it returns false, leaves out the rest.
Strategy guide_of(const Board& board, const KeyMaker& keys, const Strategy& moves,
                  const std::function<bool(std::size_t classes)>& goes_on = {});

}  // namespace uisge
