// The values engine (solver/values/values_engine.h) on a card.
//
// The engine does the same sweeps and steps as the values engine on processors. In a step the engine finds the lost
// positions of a group's placements. Then the engine sets the bits of the won positions in neighbouring placements:
// those with a move to one of the lost positions. The host chooses the placements of a step; a function on the card
// computes their positions (card_kernels.h). While the card does one step, the host chooses the placements of the next
// step, and copies the tiles of the next step to the card. Since the host works one step ahead, it can use the wins of
// a step only two steps later. The engine uses no lists of positions: it computes whole blocks.
//
// Not thread-safe, except for the member function decided().
#pragma once

#include <memory>
#include <optional>

#include "solver/card/card.h"
#include "solver/card/card_split.h"
#include "solver/placements/placement_table.h"
#include "solver/values/plane_file.h"
#include "solver/values/plane_store.h"
#include "solver/values/values_engine.h"

namespace uisge {

// The kernels, compiled for all cards of compute capability 8.0 or later; empty if the program was built without them.
std::string_view card_kernels_ptx();

// Opens the card. Errors: those of Card::open; resource if the program was built without kernels.
Result<Card> open_card(const std::string& driver = std::string(kCardDriver));

struct CardOptions {
  StuckRule stuck = StuckRule::kLoses;
  CardSplit split = {};
  // After a sweep with few wins, the next sweep handles groups repeatedly: after each group, it handles the last
  // `revisits` groups again, while their tiles are still on the card. Each repetition uses the latest wins of
  // neighbouring placements.
  std::size_t revisits = 2;
  // The first step gets the number steps_before + 1. Tests choose steps_before so that the card's 16-bit step numbers
  // wrap around.
  std::uint32_t steps_before = 2;
  std::size_t threads = 1;  // the number of threads that may call decided() at the same time
  std::optional<PositionCell> start = {};
  std::string_view kernels = card_kernels_ptx();
};

// bytes_read() and bytes_written() count the bytes that are copied from the host's memory to the card and back.
class CardEngine : public ValuesEngine, public PlaneStore {
 public:
  // If there is a file, the plane begins with the file's contents and is saved to the file. Errors: the card refuses
  // memory or the kernels; those of reading the file. The engine's member functions take no further memory of the card.
  // Throws std::bad_alloc. `table` and `card` must outlive the engine.
  static Result<std::unique_ptr<CardEngine>> make(Card& card, const PlacementTable& table, const TileLayout& layout,
                                                  const CardOptions& options, std::optional<PlaneFile> file,
                                                  const Note& note);
};

}  // namespace uisge
