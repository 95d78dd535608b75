// Finds how a position is won, with an engine that knows only who wins.
//
// The engine knows which moves win, but not which of them come closer to the end, and a player who takes any winning
// move may go in a circle. But positions near the end are won in earlier sweeps, so the number of the sweep in which a
// position was won shows how near the end is. The strategy is found in *rounds*:
//
// - A round lists positions with the winner to move. The list begins with the *open* positions, for which moves are
//   wanted. Until the list is full, it grows by two plies at a time: by each move of the winner that wins according to
//   the engine, and each answer to that move.
// - When the list is full, the engine forgets its wins and starts again. Every listed position is looked up after each
//   sweep, until all open positions are won again by moves of the list.
// - Each listed position has a cost. A position at the list's edge, whose moves the list does not follow, costs 2^s if
//   it was won in sweep s. In any other position, each move costs the sum of the costs of the positions after the
//   loser's answers. The winner gets the cheapest move, and the position costs 1 more than this move. Costs decrease
//   along every line, so no line of a round repeats a position.
// - If a line reaches a position at the list's edge, that position is open in the next round.
//
// A position that occurs again in a later round gets the move of the later round. So a line of the whole strategy never
// returns to the moves of an earlier round. Within a round the line repeats no position. So no line visits a position
// twice. Images of a position are one position here: each has the least cell of its class (db/position_cell.h).
//
// When a round leaves no position open, it is the last. A strategy without open positions is a proof, which can be
// checked without the engine (solver/search/certificate_check.h). If the rounds are stopped earlier, the open positions
// must be proved by other means.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "core/moves.h"
#include "solver/values/values_engine.h"

namespace uisge {

struct StrategyLimits {
  std::size_t most_positions = 1 << 20;  // the greatest number of positions that a round (see above) lists
  std::size_t threads = 1;
  bool knows_values = false;  // whether the engine's plane already has the wins of the open positions
};

// A position whose winning move is still to be found. `sweep`: the number of the sweep that found the win; 0 if this
// number is unknown.
struct OpenPosition {
  PositionCell cell;
  std::uint8_t sweep = 0;
};

// Positions with the winner to move. Each class of positions has at most one cell: find_class_cell
// (db/position_cell.h).
struct PartialStrategy {
  std::map<PositionCell, Move> moves;
  std::vector<OpenPosition> open;
};

// Returns the strategy's positions, all with White to move, and their moves. Open positions, which have no move yet,
// are left out.
std::vector<std::pair<Position, Move>> settled_moves(const PlacementTable& table, const PartialStrategy& strategy);

struct StrategyRound {
  std::uint32_t round = 0;
  std::size_t listed = 0;  // positions in the list
  std::size_t layers = 0;  // the number of layers (strategy_list.h) in the list; the last may be partial
  std::uint32_t sweeps = 0;
  double seconds = 0;
};

class StrategyList;  // solver/strategy/strategy_list.h

// Makes the engine forget its wins, and returns the engine. Errors: those of ValuesEngine::forget().
inline Result<ValuesEngine*> without_wins(ValuesEngine& engine) {
  return engine.forget().map([&engine] { return &engine; });
}

struct StrategyObserver {
  // Called when a round (see the head of this file) has listed all its positions. Returns the engine that does all
  // sweeps from now on. The returned engine must have no won positions.
  std::function<Result<ValuesEngine*>(ValuesEngine&)> anew = without_wins;
  // Called when a round begins and its list is not made yet. `open` is the number of open positions.
  std::function<void(std::uint32_t round, std::size_t open)> listing = [](std::uint32_t, std::size_t) {};
  std::function<void(const StrategyList& list)> listed = [](const StrategyList&) {};
  std::function<void()> sweeping = [] {};  // called before each sweep
  SweepCallbacks sweep;
  std::function<void(std::uint32_t round, const SweepCounts& counts, std::size_t listed_won)> swept =
      [](std::uint32_t, const SweepCounts&, std::size_t) {};
  // Called after each round. An error ends the rounds.
  std::function<Result<void>(const StrategyRound& round, const StrategyList& list, const PartialStrategy& strategy)>
      round = [](const StrategyRound&, const StrategyList&, const PartialStrategy&) { return Result<void>(); };
};

// Finds moves for the positions in `begun.open`, which may have any cells of their classes. A new strategy has only
// open positions. REQUIRES: in each open position the mover wins and the game goes on; `first` has made no sweep yet,
// or observer.anew makes it forget the positions that it has found won. Errors: those of the engine and of the
// observer; kInterrupted; kUsage, with Remedy::kRestart, if the engine does not find an open position won. Throws
// std::bad_alloc.
Result<PartialStrategy> find_strategy(const PlacementTable& table, RuleSet rules, ValuesEngine& first,
                                      PartialStrategy begun, const StrategyLimits& limits,
                                      const StrategyObserver& observer);

}  // namespace uisge
