#include "solver/card/positions_before.h"

#include "core/colouring.h"
#include "solver/blocks/mobility.h"
#include "solver/blocks/piece_state.h"
#include "solver/blocks/predecessor_map.h"

namespace uisge {

std::vector<std::uint32_t> positions_before(const PlacementTable& table, StuckRule stuck, PlacementId id,
                                            std::span<const PositionCell> after) {
  const Colourings colourings(table.pieces());
  const PieceStates states(colourings);
  std::vector<std::uint32_t> found;
  const auto add = [&](PieceMask mover, PieceMask crowns) {
    found.push_back(position_index(table.pieces(), colourings.rank(mover),
                                   states.pack(crowns, colourings.opponent(mover)), states.pack(crowns, mover)));
  };
  const auto states_in = [&](PlacementId target) {
    std::vector<PieceState> listed;
    for (const PositionCell& cell : after) {
      if (cell.placement == index(target)) listed.push_back(states.state(cell.index));
    }
    return listed;
  };
  for (const Transition& move : table.transitions(id)) {
    const std::vector<PieceState> listed = states_in(move.target);
    std::vector<PieceState> before(listed.size());
    before.resize(PredecessorMap(table, move).take_back(listed, before.data()));
    for (const PieceState state : before) add(mover_of(state), crowns_of(state));
  }
  if (stuck != StuckRule::kPasses) return found;
  const Mobility mobility(table.transitions(id));
  for (const PieceState state : states_in(id)) {
    const PieceMask mover = colourings.opponent(mover_of(state));
    const RowMask stuck_rows = mobility.stuck_rows(mover, table.pieces());
    if ((stuck_rows >> states.pack(crowns_of(state), mover) & 1) != 0) add(mover, crowns_of(state));
  }
  return found;
}

}  // namespace uisge
