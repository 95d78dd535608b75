// The positions that a step finds lost in its group, where they are few: lists by placement, for the predecessors.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/retrograde/state_lists.h"

namespace uisge {

class StepLists final : public StateLists {
 public:
  explicit StepLists(int threads) : states_(static_cast<std::size_t>(threads)) {}

  // A group of placements begins; all lists are empty.
  void begin(std::size_t first, std::size_t count) {
    first_ = first;
    lists_.assign(count, {});
    for (std::vector<PieceState>& states : states_) states.clear();
  }
  // One call per placement of the group, from any thread.
  void add(int thread, PlacementId id, std::span<const PieceState> states) {
    std::vector<PieceState>& mine = states_[static_cast<std::size_t>(thread)];
    lists_[index(id) - first_] = {mine.size(), static_cast<std::uint32_t>(states.size()),
                                  static_cast<std::uint32_t>(thread)};
    mine.insert(mine.end(), states.begin(), states.end());
  }
  bool empty(PlacementId id) const { return !is_listed(id); }

  void append_lists(PlacementId id, std::vector<std::span<const PieceState>>& lists) const override {
    if (!is_listed(id)) return;
    const List& list = lists_[index(id) - first_];
    lists.emplace_back(states_[list.thread].data() + list.begin, list.count);
  }

 private:
  struct List {
    std::uint64_t begin = 0;
    std::uint32_t count = 0;
    std::uint32_t thread = 0;
  };
  bool is_listed(PlacementId id) const {
    return index(id) >= first_ && index(id) - first_ < lists_.size() && lists_[index(id) - first_].count != 0;
  }

  std::size_t first_ = 0;
  std::vector<List> lists_;
  std::vector<std::vector<PieceState>> states_;  // by thread
};

}  // namespace uisge
