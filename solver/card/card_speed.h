// Measures how fast a card does the work of a values solve.
#pragma once

#include "core/error.h"
#include "solver/card/card.h"

namespace uisge {

struct CardSpeed {
  double cleared = 0;     // bytes per second at which the card zeroes its memory
  double copied_in = 0;   // bytes per second from pinned memory to the card
  double copied_out = 0;  // bytes per second from the card to pinned memory
  double swept = 0;       // positions per second of 7x6 with five a side, in a sweep over nearly all placements
};

// Takes a few seconds. The measured sweep uses 3 GB of the card's memory. The measurements of clearing and copying use
// at most a quarter of the card's free memory, and at most 512 MiB of main memory. Errors: resource.
Result<CardSpeed> measure_card(Card& card);

}  // namespace uisge
