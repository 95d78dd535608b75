// The positions that became won in recent steps (visits to one group), listed by placement and step.
//
// A visit to a group needs the positions that became won since the group's last visit. So a list records the step that
// made the list, and a reader asks for all lists since a given step. A placement whose list would be too long, or would
// find no room, gets a mark instead of a list. A reader that finds the mark must compute whole blocks. A list is
// dropped once every group has been visited after the step that made the list.
//
// Memory: `max_bytes` for lists, 12 bytes per placement, and spare capacity, at most as large as the last step's lists.
// Within a step several threads may add lists at the same time, but not for the same placement. Lists must not be read
// or dropped while lists are added.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "solver/blocks/state_lists.h"

namespace uisge {

class ChangeLists {
 public:
  ChangeLists(std::size_t placements, std::size_t threads, std::uint64_t max_bytes);

  // REQUIRES: `step` is at least 1, and one more than the number of the step before.
  void begin_step(std::uint32_t step);
  // Lists the positions of the placement that became won in the current step. `thread` is the calling thread's number.
  void add(std::size_t thread, PlacementId id, std::span<const PieceState> states);
  // Marks the placement: some of its positions became won in the current step, but no list has them.
  void add_unlisted(PlacementId id) { newest_[index(id)] = {steps_.back().number, kUnlisted, 0}; }
  void drop_before(std::uint32_t step);
  // The greatest number of positions that a new list may have now.
  std::uint64_t room() const;

  struct Pending {
    std::uint64_t states = 0;
    bool is_unlisted = false;
    bool empty() const { return states == 0 && !is_unlisted; }
    void add(Pending other) {
      states += other.states;
      is_unlisted |= other.is_unlisted;
    }
  };
  // The positions of the placement that became won in step `since` or later.
  Pending pending(PlacementId id, std::uint32_t since) const;
  void append_lists(PlacementId id, std::uint32_t since, std::vector<std::span<const PieceState>>& lists) const;

 private:
  static constexpr std::uint32_t kUnlisted = UINT32_MAX;
  // The newest list of new wins of a placement: the list's step, and its place among the lists of that step. If the
  // place is kUnlisted, positions of the placement became won in that step but are not listed. If the step is 0, the
  // placement has no list.
  struct Newest {
    std::uint32_t step = 0;
    std::uint32_t run = 0;
    std::uint32_t thread = 0;
  };
  struct Run {
    std::uint64_t first;
    std::uint32_t count;
    Newest older;
  };
  struct OfThread {
    std::vector<Run> runs;
    std::vector<PieceState> states;
  };
  struct Step {
    std::uint32_t number;
    std::vector<OfThread> threads;
  };

  static std::uint64_t bytes_of(std::size_t runs, std::size_t states) {
    return runs * sizeof(Run) + states * sizeof(PieceState);
  }
  // Calls visit(part, run) for every list of the placement from step `since` or later, newest first. Stops and returns
  // false at a step whose wins are not listed.
  template <class Visit>
  bool for_each_run(PlacementId id, std::uint32_t since, const Visit& visit) const;

  std::size_t threads_;
  std::uint64_t max_bytes_;
  std::atomic<std::uint64_t> bytes_{0};
  std::deque<Step> steps_;  // ascending, without gaps
  std::vector<Newest> newest_;
};

// The lists of the wins that were found in step `since` or later, in the form that PlacementStep::find_lost_sparse
// reads.
class ChangesSince final : public StateLists {
 public:
  ChangesSince(const ChangeLists& changes, std::uint32_t since) : changes_(changes), since_(since) {}
  void append_lists(PlacementId id, std::vector<std::span<const PieceState>>& lists) const override {
    changes_.append_lists(id, since_, lists);
  }

 private:
  const ChangeLists& changes_;
  std::uint32_t since_;
};

}  // namespace uisge
