// Shortens a proof: finds faster wins, until the proof takes as many plies as the fastest win.
//
// The longest games of a proof decide its number of plies. Few positions of the proof arise in these games, so the work
// goes in rounds that look at those positions only. Each round has a goal: a number of plies below that of the proof.
// The goal says within how many plies the first position must be won. Each further position with the winner to move
// must be won within two plies less than the one before it. A position is *critical* if its line takes longer. A round
// goes through the critical positions in ascending order of their plies. About each it asks the prover for a faster
// win, with a limited number of visits. The prover knows the lines of the proof as facts, so a search ends where it
// meets a line that is fast enough. If a round comes less than half of the way to its goal, the next goal is half as
// far, so fewer positions are critical. If the goal was the nearest one, searches get four times as many visits.
//
// The lines are always a proof. All positions in this file stand for their classes (proved_strategy.h).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "solver/search/certificate.h"
#include "solver/search/prover.h"

namespace uisge {

struct ShorteningProgress {
  int plies = 0;                  // of the proof so far
  std::size_t round = 0;          // counted from 1
  std::uint64_t most_visits = 0;  // of each search in this round
  std::size_t done = 0;           // the number of critical positions that this round has asked about
  std::size_t total = 0;          // the number of critical positions in this round
  std::uint64_t visits = 0;
  std::chrono::duration<double> elapsed{};
};

struct ShorteningOptions {
  std::uint64_t first_visits = std::uint64_t{1} << 12;        // of each search in the first round
  std::function<void(const ShorteningProgress&)> observer{};  // called some times a second, by one thread at a time
  std::function<void()> save_when_due{};                      // called as often, so that it can save the prover's facts
};

struct Shortened {
  Certificate certificate;              // at most as long as the given certificate
  bool is_exact = false;                // whether it is proved that no faster win exists
  ProverEnd end = ProverEnd::kDecided;  // kTimeUp or kCancelled if a longer run could find a faster win
};

// Shortens a certificate until no faster win exists, no win within kMaxSearchPlies exists, the prover's time is up, or
// its flag cancels. Uses the prover's threads. Lines that no game reaches are left out. REQUIRES: the certificate
// proves a win or loss under the prover's rules, and has one line per class of positions.
Shortened shorten(Prover& prover, Certificate certificate, const ShorteningOptions& options);

}  // namespace uisge
