// Checks a certificate without trusting its author.
//
// The check uses the plain rules (plain_rules.h) and no code of the search. It checks a strategy position by position.
// The move must be legal, and every answer must end the game in the winner's favour or lead to a position that the
// strategy covers with few enough plies. It checks a claim of kind kNone by looking at every game of the claimed number
// of plies. Positions are remembered. Looking at every game is feasible for few plies, about ten from the start of the
// real game, on one thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "solver/search/replay_loop.h"

namespace uisge {

// The flaw that is reported for a claim of kind kNone with moves.
inline constexpr std::string_view kUselessStrategy = "claim none: a strategy is of no use to it";

// Errors: interrupted; resource if the positions to remember do not fit in `memory_bytes`.
Result<CertificateVerdict> check_certificate(const Certificate& certificate, std::uint64_t memory_bytes,
                                             const std::atomic<bool>* cancel, const ReplayFrame& frame = {});

}  // namespace uisge
