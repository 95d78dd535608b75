// The list of a round (winning_strategy.h): positions with the winner to move, and the ways that lead from one to
// another. A way is a move of the winner followed by an answer of the loser.
//
// Open positions are those that need a move (winning_strategy.h). A list takes 25 bytes per slot of the table of cells,
// and 4 bytes per way. A list is not thread-safe, although its functions use several threads.
#pragma once

#include <span>
#include <vector>

#include "core/moves.h"
#include "solver/strategy/cell_table.h"
#include "solver/strategy/winning_strategy.h"

namespace uisge {

class StrategyList {
 public:
  StrategyList(const PlacementTable& table, RuleSet rules, const StrategyLimits& limits);

  // Lists the open positions, which need a move, and the positions that arise from them. With an engine, a move of the
  // winner is followed only if the engine knows that the position after every answer is won. Without an engine, all
  // moves are followed, and only whole layers are listed: a layer has the positions two plies after the positions of
  // the layer before.
  Result<void> make(std::span<const OpenPosition> open, ValuesEngine* engine, const std::atomic<bool>* cancel);
  std::size_t size() const { return listed_.size(); }
  std::size_t layers() const { return layers_; }

  // Asks the engine which listed positions are won. Positions that were won before this sweep are not looked up again.
  // Returns how many of the positions that were looked up are won.
  // Afterwards are_open_won() says whether the open positions are won.
  Result<std::size_t> look_up(ValuesEngine& engine, std::uint8_t sweep);
  bool are_open_won() const;

  // Chooses the moves. Adds to `strategy` the moves of all positions that arise from the open positions if the winner
  // plays these moves. Puts the positions that still need a move into `strategy.open`. Returns false if no open
  // position got a move.
  bool choose(PartialStrategy& strategy);

  // Visits each listed position, with the number of the sweep in which the position was won (0: not won).
  template <class Visitor>
  void for_each(Visitor&& visit) const {
    for (const CellTable::Slot slot : listed_) visit(table_of_cells_.cell(slot), sweep_[slot]);
  }

 private:
  using Slot = CellTable::Slot;
  // A move of the winner. The positions after the loser's answers are the elements of `ways` from index `begin` up to
  // the next option's `begin`.
  struct Option {
    Move move;
    std::uint32_t begin;
  };
  // A layer (see make()) is divided into parts. A part has some of the layer's positions, and the moves from which the
  // winner may choose in these positions. One thread at a time handles a part.
  struct Part {
    std::vector<Slot> slots;
    std::vector<std::uint32_t> first_option;  // by position: the index of its first option; then that of the sentinel
    std::vector<Option> options;              // the last element is a sentinel
    std::vector<Slot> ways;
    std::vector<PositionCell> cells;  // the positions after the answers; add_to_table() puts their slots into `ways`
  };

  void list_answers(Part& part, std::span<const Slot> slots) const;
  void add_options(Part& part, const Position& position) const;
  // `next` is the position after a move of the winner. Adds the positions after the loser's answers to `part.cells`.
  // Returns false if this move or an answer ends the game, and the winner has not won.
  bool add_answers(Part& part, const Position& next) const;
  // Drops every option in which some answer leads to a position that is not won. `won` has an element for each element
  // of `part.cells`.
  static void keep_won(Part& part, std::span<const std::uint8_t> won);
  Result<void> drop_open_options(std::span<Part> parts, ValuesEngine& engine);
  // Finds or makes a slot of the table for each of `part.cells`, and appends new slots to `fresh`.
  void add_to_table(Part& part, std::vector<Slot>& fresh);
  struct Expansion {
    std::vector<Slot> next;  // the next layer (see make())
    bool is_whole = true;    // whether the list had room for all positions of the next layer
  };
  Result<Expansion> expand(std::span<const Slot> layer, ValuesEngine* engine, const std::atomic<bool>* cancel);
  bool improve(std::size_t part);

  const PlacementTable& placements_;
  Colourings colourings_;
  RuleSet rules_;
  StrategyLimits limits_;
  CellTable table_of_cells_;
  std::vector<Slot> open_;
  std::vector<OpenPosition> later_;  // the open positions that are left for later rounds
  std::vector<Slot> listed_;
  std::vector<Slot> not_won_;  // the listed positions that are not won yet
  std::size_t layers_ = 0;
  std::vector<Part> parts_;
  // The members below are indexed by the slots of the table of cells.
  std::vector<std::uint8_t> sweep_;
  std::vector<double> cost_;
  std::vector<std::uint64_t> choice_;  // the best move so far: the index of its Part << 32 | the index of its Option
};

}  // namespace uisge
