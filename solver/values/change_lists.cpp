#include "solver/values/change_lists.h"

#include <cassert>

namespace uisge {

ChangeLists::ChangeLists(std::size_t placements, int threads, std::uint64_t max_states)
    : threads_(threads), max_states_(max_states), newest_(placements) {}

void ChangeLists::begin_step(std::uint32_t step) {
  assert(step > 0 && (steps_.empty() || step == steps_.back().number + 1));
  steps_.push_back({step, std::vector<OfThread>(static_cast<std::size_t>(threads_))});
}

void ChangeLists::add(int thread, PlacementId id, std::span<const PieceState> states) {
  const std::uint64_t total = states_.fetch_add(states.size(), std::memory_order_relaxed) + states.size();
  if (total <= max_states_) return add_run(thread, id, static_cast<std::uint32_t>(states.size()), states);
  states_.fetch_sub(states.size(), std::memory_order_relaxed);
  add_unlisted(thread, id);
}

void ChangeLists::add_run(int thread, PlacementId id, std::uint32_t count, std::span<const PieceState> states) {
  OfThread& mine = steps_.back().threads[static_cast<std::size_t>(thread)];
  Newest& newest = newest_[index(id)];
  mine.runs.push_back({mine.states.size(), count, newest});
  mine.states.insert(mine.states.end(), states.begin(), states.end());
  newest = {steps_.back().number, static_cast<std::uint32_t>(mine.runs.size() - 1), static_cast<std::uint32_t>(thread)};
}

void ChangeLists::drop_before(std::uint32_t step) {
  while (!steps_.empty() && steps_.front().number < step) {
    for (const OfThread& part : steps_.front().threads) states_ -= part.states.size();
    steps_.pop_front();
  }
}

std::uint64_t ChangeLists::room() const {
  const std::uint64_t taken = states_.load(std::memory_order_relaxed);
  return taken < max_states_ ? max_states_ - taken : 0;
}

template <class Visit>
void ChangeLists::for_each_run(PlacementId id, std::uint32_t since, const Visit& visit) const {
  for (Newest at = newest_[index(id)]; at.step != 0 && at.step >= since;) {
    assert(at.step >= steps_.front().number);
    const OfThread& part = steps_[at.step - steps_.front().number].threads[at.thread];
    const Run& run = part.runs[at.run];
    visit(part, run);
    at = run.older;
  }
}

ChangeLists::Pending ChangeLists::pending(PlacementId id, std::uint32_t since) const {
  Pending result;
  for_each_run(id, since, [&](const OfThread&, const Run& run) {
    if (run.count == kUnlisted) {
      result.is_unlisted = true;
    } else {
      result.states += run.count;
    }
  });
  return result;
}

void ChangeLists::append_lists(PlacementId id, std::uint32_t since,
                               std::vector<std::span<const PieceState>>& lists) const {
  for_each_run(id, since, [&](const OfThread& part, const Run& run) {
    if (run.count != kUnlisted) lists.emplace_back(part.states.data() + run.first, run.count);
  });
}

}  // namespace uisge
