#include "solver/card/stage_steps.h"

namespace uisge {

namespace {

using StepOfPlacement = std::vector<std::uint32_t>;

// `steps` has a step for each placement. Returns for each placement the best step among its own and its neighbours';
// better(a, b) says whether step a is better than step b.
template <class Better>
StepOfPlacement extreme_nearby(const PlacementTable& table, const StepOfPlacement& steps, const Better& better) {
  StepOfPlacement found = steps;
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const Transition& move : table.transitions(placement_id(i))) {
      const std::uint32_t there = steps[index(move.target)];
      if (better(there, found[i])) found[i] = there;
    }
  }
  return found;
}

}  // namespace

struct StageSteps::Times {
  Times(const PlacementTable& table, std::span<const PlacementId> order, std::size_t batch)
      : steps((order.size() + batch - 1) / batch), made(order.size()) {
    for (std::size_t at = 0; at < order.size(); ++at) made[index(order[at])] = static_cast<std::uint32_t>(at / batch);
    begun = extreme_nearby(table, made, std::less<>());
    ready = extreme_nearby(table, made, std::greater<>());
    done = extreme_nearby(table, ready, std::greater<>());
  }
  std::size_t steps;
  StepOfPlacement made;
  StepOfPlacement begun;
  StepOfPlacement ready;
  StepOfPlacement done;
};

StageSteps::BySteps::BySteps(const std::vector<std::uint32_t>& step_of, std::size_t steps)
    : placements(step_of.size()), begin(steps + 1, 0) {
  for (const std::uint32_t step : step_of) ++begin[step + 1];
  for (std::size_t step = 0; step < steps; ++step) begin[step + 1] += begin[step];
  std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
  for (std::size_t i = 0; i < step_of.size(); ++i) placements[next[step_of[i]]++] = placement_id(i);
}

StageSteps::StageSteps(const PlacementTable& table, std::span<const PlacementId> order, std::size_t batch)
    : StageSteps(Times(table, order, batch)) {}

StageSteps::StageSteps(const Times& times)
    : made_(times.made, times.steps),
      begun_(times.begun, times.steps),
      ready_(times.ready, times.steps),
      done_(times.done, times.steps) {
  for (std::size_t step = 0; step < steps(); ++step) {
    const std::size_t before = step == 0 ? 0 : step - 1;
    const std::size_t lost = made_.count_before(step + 2) - done_.count_before(before);
    window_ = std::max(window_, lost);
    least_slots_ = std::max(least_slots_, lost + begun_.count_before(step + 2) - ready_.count_before(before));
  }
}

std::size_t StageSteps::largest_step() const {
  std::size_t most = 0;
  for (std::size_t step = 0; step < steps(); ++step) most = std::max({most, made(step).size(), ready(step).size()});
  return most;
}

// After a step is prepared, the card has the lost blocks that are in use, and room for the lost blocks of the next
// step. The other slots of the card hold won blocks. Main memory needs slots for the won blocks that are not on the
// card, and for those that are being copied to the card for this step.
std::size_t StageSteps::slots_beside(std::size_t card_slots) const {
  if (card_slots >= made_.placements.size() + window_) return 0;
  std::size_t most = made(0).size() + begun(0).size();
  for (std::size_t step = 0; step < steps(); ++step) {
    const std::size_t lost = made_.count_before(step + 1) - done_.count_before(step == 0 ? 0 : step - 1);
    most = std::max(most, lost + made(step + 1).size() + begun(step + 1).size() + begun(step).size());
  }
  const std::size_t all = made_.placements.size() + most;
  return all - std::min(all, card_slots);
}

}  // namespace uisge
