// The positions that have lately become won, listed by placement and by the step in which they did.
//
// A group of placements is visited once per sweep. What it has to look at are the positions that became won since its
// last visit, wherever that was: every list therefore carries the number of its step, and a reader asks for all lists
// "since step t". A list that would be too long, or for which there is no room, is left out and marked as such: who
// meets it has to look at whole blocks. Lists that every group has seen are dropped.
//
// Memory: what was allowed, and 12 bytes per placement. Within a step different placements may be added from different
// threads; reading and dropping happen between steps or beside each other.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "solver/retrograde/state_lists.h"

namespace uisge {

class ChangeLists {
 public:
  ChangeLists(std::size_t placements, int threads, std::uint64_t max_states);

  // REQUIRES: ascending step numbers, from 1.
  void begin_step(std::uint32_t step);
  // What became won in the placement in this step. Calls for one placement must not coincide.
  void add(int thread, PlacementId id, std::span<const PieceState> states);
  // The same when the positions are not listed.
  void add_unlisted(int thread, PlacementId id) { add_run(thread, id, kUnlisted, {}); }
  // Forgets everything before the step.
  void drop_before(std::uint32_t step);
  // What is left to be added now.
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
  // What became won in the placement since the step, that one included.
  Pending pending(PlacementId id, std::uint32_t since) const;
  void append_lists(PlacementId id, std::uint32_t since, std::vector<std::span<const PieceState>>& lists) const;

 private:
  static constexpr std::uint32_t kUnlisted = UINT32_MAX;
  // The newest list of a placement: of which step, and where among that step's. Step 0: there is none.
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

  void add_run(int thread, PlacementId id, std::uint32_t count, std::span<const PieceState> states);
  // Calls visit(step, run) for every list since a step, newest first.
  template <class Visit>
  void for_each_run(PlacementId id, std::uint32_t since, const Visit& visit) const;

  int threads_;
  std::uint64_t max_states_;
  std::atomic<std::uint64_t> states_{0};
  std::deque<Step> steps_;  // ascending, without gaps
  std::vector<Newest> newest_;
};

// The lists since a step, as the sparse way reads them.
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
