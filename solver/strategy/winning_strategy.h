// How a position is won, from an engine that knows only who wins.
//
// A plane of won positions says which moves win; it does not say which of them come closer to the end, and whoever
// follows any of them may walk in a circle. What tells is the sweep in which a position was found to be won: an engine
// that begins anew finds the same positions, the nearer to the end the sooner. So the strategy is found in *rounds*.
// A round lists positions with the winner to move, from those whose moves are wanted (the *open* ones) two plies at a
// time: after each move of the winner that the plane says wins, and each answer. Then the engine begins anew, and after
// each sweep every listed position is looked up, until the open ones have been won again. Of the list, each position
// gets the move whose answers cost least: a position at the list's edge costs 2^sweep, any other one more than all the
// answers to its best move together. Costs fall along every line, so no line within a round is a circle. What is
// reached at the edge is open in the next round, and its sweeps are earlier.
//
// A position that comes up in a later round again gets the move of that round. So a line of the whole strategy can only
// go on to later rounds, and within each costs fall: there is no circle.
//
// The rounds end when nothing is open: then the strategy is a proof, which a check replays without the engine
// (solver/search/certificate_check.h). Stopped before, what is open has to be proved by other means.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "core/moves.h"
#include "solver/values/values_engine.h"

namespace uisge {

struct StrategyLimits {
  std::size_t most_positions = 1 << 20;  // of a round's list
  std::size_t threads = 1;
  bool knows_values = false;  // the engine has found the open positions to be won already
};

// A position whose move is still wanted, with the sweep in which it was won; 0: nobody has looked.
struct OpenPosition {
  PositionCell cell;
  std::uint8_t sweep = 0;
};

// Positions with the winner to move, as position_at (db/position_cell.h) has them.
struct PartialStrategy {
  std::map<PositionCell, Move> moves;
  std::vector<OpenPosition> open;
};

// The positions with their moves, White to move, but for those that are open.
std::vector<std::pair<Position, Move>> settled_moves(const PlacementTable& table, const PartialStrategy& strategy);

struct StrategyRound {
  std::uint32_t round = 0;
  std::size_t listed = 0;  // positions
  std::size_t layers = 0;  // of two plies, that have been listed whole or in part
  std::uint32_t sweeps = 0;
  double seconds = 0;
};

class StrategyList;  // solver/strategy/strategy_list.h

struct StrategyObserver {
  // A round begins with this number of open positions; its list is made now.
  std::function<void(std::uint32_t round, std::size_t open)> listing = [](std::uint32_t, std::size_t) {};
  std::function<void(const StrategyList& list)> listed = [](const StrategyList&) {};
  // The sweeps of a round are the engine's; after each.
  SweepCallbacks sweep;
  std::function<void(std::uint32_t round, const SweepCounts& counts, std::size_t listed_won)> swept =
      [](std::uint32_t, const SweepCounts&, std::size_t) {};
  // A round is over. An error ends the rounds.
  std::function<Result<void>(const StrategyRound& round, const StrategyList& list, const PartialStrategy& strategy)>
      round = [](const StrategyRound&, const StrategyList&, const PartialStrategy&) { return Result<void>(); };
};

// Goes on from a strategy that is open at some positions: at first only they are known. Who moves there wins, and none
// of them is over. The engine is new, or forgets what it knows; its plane has no file. Errors: those of the
// engine and of the observer; kInterrupted; usage, if one of them is not won. Throws std::bad_alloc.
Result<PartialStrategy> find_strategy(const PlacementTable& table, RuleSet rules, ValuesEngine& engine,
                                      PartialStrategy begun, const StrategyLimits& limits,
                                      const StrategyObserver& observer);

}  // namespace uisge
