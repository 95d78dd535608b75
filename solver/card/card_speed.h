// How fast a card is at what a values solve asks of it.
#pragma once

#include "core/error.h"
#include "solver/card/card.h"

namespace uisge {

struct CardSpeed {
  double cleared = 0;     // bytes of its memory a second
  double copied_in = 0;   // bytes a second, from pinned memory
  double copied_out = 0;  // and back
  double swept = 0;       // positions of 7x6 with five a side a second, in a sweep over nearly everything
};

// Takes a few seconds, and a quarter of the card's free memory at most, but 3 GB for the sweep; 512 MB of this
// machine's. Errors: resource.
Result<CardSpeed> measure_card(Card& card);

}  // namespace uisge
