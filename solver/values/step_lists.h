// Lists of the lost positions that a step finds, for placements with few lost positions. The positions with a move to a
// listed position are won.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/blocks/state_lists.h"
#include "solver/values/visit_order.h"

namespace uisge {

class StepLists final : public StateLists {
 public:
  // The order must outlive the lists.
  StepLists(const VisitOrder& order, std::size_t threads) : order_(order), states_(threads) {}

  // Begins a group, and empties the lists of all its placements.
  void begin(std::size_t group) {
    group_ = group;
    lists_.assign(order_.placements(group).size(), {});
    for (std::vector<PieceState>& states : states_) states.clear();
  }
  // Adds the list of a placement's lost positions. Call it at most once per placement of the group, from any thread;
  // `thread` is that thread's number.
  void add(std::size_t thread, PlacementId id, std::span<const PieceState> states) {
    std::vector<PieceState>& mine = states_[thread];
    list(id) = {mine.size(), static_cast<std::uint32_t>(states.size()), static_cast<std::uint32_t>(thread)};
    mine.insert(mine.end(), states.begin(), states.end());
  }
  bool empty(PlacementId id) const { return !is_listed(id); }

  void append_lists(PlacementId id, std::vector<std::span<const PieceState>>& lists) const override {
    if (!is_listed(id)) return;
    const List& found = lists_[order_.place_in(group_, id)];
    lists.emplace_back(states_[found.thread].data() + found.begin, found.count);
  }

 private:
  struct List {
    std::uint64_t begin = 0;
    std::uint32_t count = 0;
    std::uint32_t thread = 0;
  };
  bool is_listed(PlacementId id) const {
    return order_.is_in(group_, id) && lists_[order_.place_in(group_, id)].count != 0;
  }
  List& list(PlacementId id) { return lists_[order_.place_in(group_, id)]; }

  const VisitOrder& order_;
  std::size_t group_ = 0;
  std::vector<List> lists_;                      // by place in the group
  std::vector<std::vector<PieceState>> states_;  // by thread
};

}  // namespace uisge
