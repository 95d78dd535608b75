// Checks wins and losses of a values database by the forward search.
//
// A consistent values database has only right draws, but false wins and losses that support each other in a cycle are
// consistent too. The search proves a win or loss from the rules alone, if it is short enough. So a sample of wins and
// losses is searched. A position that the search contradicts is wrong; one that the search cannot decide stays open.
#pragma once

#include <cstdint>
#include <optional>

#include "db/database.h"
#include "db/verification.h"
#include "solver/search/proof_session.h"

namespace uisge {

struct ValueProofs {
  std::uint64_t sampled = 0;  // won and lost positions of the sample
  std::uint64_t proved = 0;
  std::optional<BrokenLaw> broken;  // the first position whose value the search contradicts
};

// Searches `count` won and lost positions that `seed` chooses, with repetitions, up to limits.max_plies. Drawn
// positions are skipped; a file with very few wins and losses gives fewer. Errors: those of the probe and of
// ProofSession::make.
Result<ValueProofs> prove_values(const Database& database, std::uint64_t count, std::uint64_t seed,
                                 const ProofLimits& limits);

}  // namespace uisge
