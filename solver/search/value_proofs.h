// Checks wins and losses of a values database by the forward search.
//
// If the values of a values database agree with those of the neighbouring positions, every draw is right, but false
// wins and losses may support each other in a cycle. If a win or loss is short enough, the search proves it from the
// rules alone. A value that the search cannot decide stays open.
#pragma once

#include <cstdint>
#include <optional>

#include "db/database.h"
#include "db/verification.h"
#include "solver/search/proof_session.h"

namespace uisge {

struct ValueProofs {
  std::uint64_t sampled = 0;  // how many won and lost positions the sample has
  std::uint64_t proved = 0;
  std::optional<BrokenLaw> broken;  // the first position whose value the search contradicts
};

// Picks `count` won and lost positions at random, and searches each of them up to limits.max_plies plies to prove its
// value. `seed` determines the sample, in which a position may occur twice. The number of
// attempts is limited, so the sample is smaller if wins and losses are very rare in the file. Errors: those of the
// probe and of ProofSession::make.
Result<ValueProofs> prove_values(const Database& database, std::uint64_t count, std::uint64_t seed,
                                 const ProofLimits& limits);

}  // namespace uisge
