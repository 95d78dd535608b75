// Checking a certificate without trusting whoever made it.
//
// Uses the plain rules (plain_rules.h) and nothing of the search: no table, no bound, no order of moves. A strategy is
// checked position by position: the move is legal, and every answer leads to the end of the game in the winner's
// favour or to a position that the strategy covers with fewer plies, all in time. "None" claims are checked by looking
// at every game of the claimed number of plies, remembering positions; that is for few plies, about ten from the start
// of the real game, on one thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "solver/search/replay_loop.h"

namespace uisge {

// The flaw of a claim "none" that comes with moves.
inline constexpr std::string_view kUselessStrategy = "claim none: a strategy is of no use to it";

// Errors: interrupted; resource if `memory_bytes` cannot hold the positions that have to be remembered.
Result<CertificateVerdict> check_certificate(const Certificate& certificate, std::uint64_t memory_bytes,
                                             const std::atomic<bool>* cancel, const ReplayFrame& frame = {});

}  // namespace uisge
