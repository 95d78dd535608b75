// The values engine (solver/values/values_engine.h) on a card.
//
// The same sweeps and steps: what the placements of a group have lost, and what their neighbours win by it, in place.
// This side chooses what a step has to look at, by what it knows to have changed; a kernel does the step
// (card_kernels.h). While the card is at one step, the next is chosen
// and its tiles are staged; so what one step wins is known to the second after it. Lists of positions are not used: a
// placement that has to be looked at is worked out whole.
//
// For one thread, `decided` aside.
#pragma once

#include <memory>
#include <optional>

#include "solver/card/card.h"
#include "solver/card/card_split.h"
#include "solver/placements/placement_table.h"
#include "solver/values/plane_file.h"
#include "solver/values/stored_plane.h"
#include "solver/values/values_engine.h"

namespace uisge {

// The kernels, compiled for all cards from compute capability 8.0 on; empty if the program was built without.
std::string_view card_kernels_ptx();

// The card, if the program has kernels for it.
Result<Card> open_card(const std::string& driver = std::string(kCardDriver));

struct CardOptions {
  StuckRule stuck = StuckRule::kLoses;
  CardSplit split;
  // The number of earlier groups that each step of a sweep visits once more, while little changes and their tiles are
  // still on the card. So the engine follows up what was won nearby.
  std::size_t revisits = 2;
  // Steps are counted on from here, so that tests can see the card's count of them begin anew.
  std::uint32_t first_step = 2;
  std::size_t threads = 1;  // that may call `decided`
  std::optional<PositionCell> start;
  std::string_view kernels = card_kernels_ptx();
};

// As a StoredPlane, what it has read and written are the copies between this machine's memory and the card.
class CardEngine : public ValuesEngine, public StoredPlane {
 public:
  // With a file the plane begins as what it holds, and goes back there. Everything that a card can refuse is refused
  // here: its memory, its kernels. Throws std::bad_alloc. Table and card have to outlive the engine.
  static Result<std::unique_ptr<CardEngine>> make(Card& card, const PlacementTable& table, const TileLayout& layout,
                                                  const CardOptions& options, std::optional<PlaneFile> file,
                                                  const Note& note);
};

}  // namespace uisge
