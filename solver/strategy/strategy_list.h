// The list of a round (winning_strategy.h): positions with the winner to move, and how the winner's moves lead from one
// to others.
//
// For one thread, which uses several inside. Memory: 20 bytes per slot of the table, and 4 for each way to another
// position.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/moves.h"
#include "solver/strategy/cell_table.h"
#include "solver/strategy/winning_strategy.h"

namespace uisge {

class StrategyList {
 public:
  StrategyList(const PlacementTable& table, RuleSet rules, const StrategyLimits& limits);

  // Lists the open positions and what follows from them. With an engine only the winner's moves after which it knows
  // every answer to be won by the winner; without one all, and whole layers only.
  Result<void> make(std::span<const OpenPosition> open, ValuesEngine* engine, const std::atomic<bool>* cancel);
  std::size_t size() const { return listed_.size(); }
  std::size_t layers() const { return layers_; }

  // Looks up what was not known to be won before this sweep: how many it has won. Whether all open ones are won by now.
  Result<std::size_t> look_up(ValuesEngine& engine, std::uint8_t sweep);
  bool are_open_won() const;

  // Chooses the moves, adds those that lines from the open positions come to, and replaces `strategy.open`. False if
  // no open position got a move.
  bool choose(PartialStrategy& strategy);

  // The sweep in which each listed position was won; 0: in none.
  template <class Visitor>
  void for_each(Visitor&& visit) const {
    for (const CellTable::Slot slot : listed_) visit(table_of_cells_.cell(slot), sweep_[slot]);
  }

 private:
  using Slot = CellTable::Slot;
  // A move of the winner and where its answers lead: from `begin` on among the ways, up to the next option's.
  struct Option {
    Move move;
    std::uint32_t begin;
  };
  // Some positions that were expanded together.
  struct Part {
    std::vector<Slot> slots;
    std::vector<std::uint32_t> first_option;  // by position, and one more
    std::vector<Option> options;              // and one more
    std::vector<Slot> ways;
    std::vector<PositionCell> cells;  // of the ways, while they have no slots
  };

  void list_answers(Part& part, std::span<const Slot> slots) const;
  void add_options(Part& part, const Position& position) const;
  // False if the move does not win, whatever follows.
  bool add_answers(Part& part, const Position& next) const;
  // Leaves the options after which every answer is won.
  static void keep_won(Part& part, std::span<const std::uint8_t> won);
  Result<void> drop_open_options(std::span<Part> parts, ValuesEngine& engine);
  // Gives the answers slots; those that are new to the list go behind `fresh`.
  void add_to_table(Part& part, std::vector<Slot>& fresh);
  struct Expansion {
    std::vector<Slot> next;  // the layer that follows
    bool is_whole = true;    // there was room for all of it
  };
  Result<Expansion> expand(std::span<const Slot> layer, ValuesEngine* engine, const std::atomic<bool>* cancel);
  // Whether a position's best option became cheaper.
  bool improve(std::size_t part);

  const PlacementTable& placements_;
  Colourings colourings_;
  RuleSet rules_;
  StrategyLimits limits_;
  CellTable table_of_cells_;
  std::vector<Slot> open_;
  std::vector<OpenPosition> later_;  // open, and left for another round
  std::vector<Slot> listed_;
  std::vector<Slot> not_won_;  // of the listed
  std::size_t layers_ = 0;
  std::vector<Part> parts_;
  // By slot.
  std::vector<std::uint8_t> sweep_;
  std::vector<double> cost_;
  std::vector<std::uint64_t> choice_;  // the part, and the option in it
};

}  // namespace uisge
