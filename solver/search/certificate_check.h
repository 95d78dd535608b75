// Checks a certificate without trusting its author.
//
// The check uses the plain rules (plain_rules.h) and no code of the search. A strategy is checked line by line
// (line_replay.h). A claim that neither side can force a win within a number of plies (ClaimKind::kNone) is checked by
// playing every game of that length, on one thread; the results for positions are remembered. Playing every game is
// feasible for about fourteen plies from the start of the real game.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "solver/search/replay_loop.h"

namespace uisge {

// The flaw that is reported if a claim of kind kNone comes with a strategy.
inline constexpr std::string_view kUselessStrategy = "claim none: a strategy is of no use to it";

// Errors: interrupted; resource if the remembered positions do not fit in `memory_bytes`.
Result<CertificateVerdict> check_certificate(const Certificate& certificate, std::uint64_t memory_bytes,
                                             const std::atomic<bool>* cancel, const ReplayContext& frame = {});

}  // namespace uisge
