#include "solver/values/change_lists.h"

#include <cassert>

namespace uisge {

ChangeLists::ChangeLists(std::size_t placements, std::size_t threads, std::uint64_t max_bytes)
    : threads_(threads), max_bytes_(max_bytes), newest_(placements) {}

void ChangeLists::begin_step(std::uint32_t step) {
  assert(step > 0 && (steps_.empty() || step == steps_.back().number + 1));
  if (!steps_.empty()) {
    // A vector that has grown may take twice the memory of its contents.
    for (OfThread& part : steps_.back().threads) {
      part.runs.shrink_to_fit();
      part.states.shrink_to_fit();
    }
  }
  steps_.push_back({step, std::vector<OfThread>(threads_)});
}

void ChangeLists::add(std::size_t thread, PlacementId id, std::span<const PieceState> states) {
  const std::uint64_t bytes = bytes_of(1, states.size());
  if (bytes_.fetch_add(bytes, std::memory_order_relaxed) + bytes > max_bytes_) {
    bytes_.fetch_sub(bytes, std::memory_order_relaxed);
    return add_unlisted(id);
  }
  OfThread& mine = steps_.back().threads[thread];
  Newest& newest = newest_[index(id)];
  mine.runs.push_back({mine.states.size(), static_cast<std::uint32_t>(states.size()), newest});
  mine.states.insert(mine.states.end(), states.begin(), states.end());
  newest = {steps_.back().number, static_cast<std::uint32_t>(mine.runs.size() - 1), static_cast<std::uint32_t>(thread)};
}

void ChangeLists::drop_before(std::uint32_t step) {
  while (!steps_.empty() && steps_.front().number < step) {
    for (const OfThread& part : steps_.front().threads) bytes_ -= bytes_of(part.runs.size(), part.states.size());
    steps_.pop_front();
  }
}

std::uint64_t ChangeLists::room() const {
  const std::uint64_t taken = bytes_.load(std::memory_order_relaxed) + bytes_of(1, 0);
  return taken < max_bytes_ ? (max_bytes_ - taken) / sizeof(PieceState) : 0;
}

template <class Visit>
bool ChangeLists::for_each_run(PlacementId id, std::uint32_t since, const Visit& visit) const {
  for (Newest at = newest_[index(id)]; at.step != 0 && at.step >= since;) {
    if (at.run == kUnlisted) return false;
    assert(at.step >= steps_.front().number);
    const OfThread& part = steps_[at.step - steps_.front().number].threads[at.thread];
    const Run& run = part.runs[at.run];
    visit(part, run);
    at = run.older;
  }
  return true;
}

ChangeLists::Pending ChangeLists::pending(PlacementId id, std::uint32_t since) const {
  Pending result;
  result.is_unlisted = !for_each_run(id, since, [&](const OfThread&, const Run& run) { result.states += run.count; });
  return result;
}

void ChangeLists::append_lists(PlacementId id, std::uint32_t since,
                               std::vector<std::span<const PieceState>>& lists) const {
  for_each_run(id, since, [&](const OfThread& part, const Run& run) {
    lists.emplace_back(part.states.data() + run.first, run.count);
  });
}

}  // namespace uisge
