#include "solver/strategy/winning_strategy.h"

#include <limits>
#include <set>

#include "solver/stopwatch.h"
#include "solver/strategy/strategy_list.h"

namespace uisge {

std::vector<std::pair<Position, Move>> settled_moves(const PlacementTable& table, const PartialStrategy& strategy) {
  std::set<PositionCell> open;
  for (const OpenPosition& position : strategy.open) open.insert(position.cell);
  const Colourings colourings(table.pieces());
  std::vector<std::pair<Position, Move>> moves;
  moves.reserve(strategy.moves.size());
  for (const auto& [cell, move] : strategy.moves) {
    if (open.contains(cell)) continue;
    const SquareSet occupied_bb = table.occupied_bb(placement_id(cell.placement));
    moves.emplace_back(position_at(table.board(), colourings, occupied_bb, cell.index), move);
  }
  return moves;
}

Result<PartialStrategy> find_strategy(const PlacementTable& table, RuleSet rules, ValuesEngine& first,
                                      PartialStrategy strategy, const StrategyLimits& limits,
                                      const StrategyObserver& observer) {
  const Colourings colourings(table.pieces());
  for (OpenPosition& open : strategy.open) {
    const SquareSet occupied_bb = table.occupied_bb(placement_id(open.cell.placement));
    const Position position = position_at(table.board(), colourings, occupied_bb, open.cell.index);
    open.cell = find_class_cell(table.board(), table.all_occupied_bb(), colourings, position).value();
  }
  // Images of a position have the same cell now.
  std::set<PositionCell> seen;
  std::erase_if(strategy.open, [&](const OpenPosition& open) { return !seen.insert(open.cell).second; });
  StrategyList list(table, rules, limits);
  ValuesEngine* engine = &first;
  bool knows_values = limits.knows_values;
  for (std::uint32_t round = 1; !strategy.open.empty(); ++round) {
    const Stopwatch watch;
    observer.listing(round, strategy.open.size());
    UISGE_TRY(list.make(strategy.open, knows_values ? engine : nullptr, observer.sweep.cancel));
    observer.listed(list);
    engine = UISGE_TRY(observer.anew(*engine));
    std::uint8_t sweep = 0;
    // The engines of two rounds may visit positions in different orders. Then the sweep that wins the open positions
    // may win them by moves that the list lacks, and a later sweep wins what the list's moves lead to.
    while (!list.are_open_won() || !list.choose(strategy)) {
      observer.sweeping();
      const auto counts = UISGE_TRY(engine->run_sweep(observer.sweep));
      if (counts.is_fixpoint || ++sweep == std::numeric_limits<std::uint8_t>::max()) {
        return usage_error("strategy: the side to move does not win", {{Remedy::kRestart}});
      }
      const auto won = UISGE_TRY(list.look_up(*engine, sweep));
      observer.swept(round, counts, won);
    }
    knows_values = true;
    const StrategyRound done{round, list.size(), list.layers(), sweep, watch.seconds()};
    UISGE_TRY(observer.round(done, list, strategy));
  }
  return strategy;
}

}  // namespace uisge
