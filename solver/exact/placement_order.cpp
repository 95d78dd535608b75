#include "solver/exact/placement_order.h"

#include <algorithm>
#include <optional>

namespace uisge {

namespace {

// To smooth an order, every placement moves half-way to the mean of its neighbours' places, kRoundsToMean times. Then
// it moves half-way to the middle between the first and the last of these places, kRoundsToMiddle times. More rounds
// make the window (the memory for lost blocks) only a little smaller (docs/lab/exact.md).
constexpr int kRoundsToMean = 4;
constexpr int kRoundsToMiddle = 12;

// The first placement with the least sum of its squares' files.
PlacementId nearest_to_first_file(const PlacementTable& table) {
  const auto sum_of_files = [&](PlacementId id) {
    int sum = 0;
    for (const Square square : table.occupied_bb(id)) sum += table.board().file(square);
    return sum;
  };
  PlacementId nearest{};
  int least = sum_of_files(nearest);
  for (std::size_t i = 1; i < table.size(); ++i) {
    const int sum = sum_of_files(placement_id(i));
    if (sum < least) nearest = placement_id(i);
    least = std::min(least, sum);
  }
  return nearest;
}

}  // namespace

std::vector<PlacementId> order_of_table(const PlacementTable& table) {
  std::vector<PlacementId> order(table.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = placement_id(i);
  return order;
}

std::vector<PlacementId> breadth_first_order(const PlacementTable& table, PlacementId root) {
  std::vector<PlacementId> order;
  order.reserve(table.size());
  std::vector<bool> is_seen(table.size(), false);
  const auto see = [&](PlacementId id) {
    if (is_seen[index(id)]) return;
    is_seen[index(id)] = true;
    order.push_back(id);
  };
  const auto moves = [&](PlacementId id) { return table.transitions(id).size(); };
  see(root);
  std::size_t at = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    for (; at < order.size(); ++at) {
      const std::size_t begin = order.size();
      for (const Transition& move : table.transitions(order[at])) see(move.target);
      std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(begin), order.end(),
                       [&](PlacementId a, PlacementId b) { return moves(a) < moves(b); });
    }
    see(placement_id(i));
  }
  return order;
}

std::vector<PlacementId> smoothed_order(const PlacementTable& table, const std::vector<PlacementId>& order,
                                        Smoothing smoothing) {
  constexpr std::uint64_t kParts = 256;  // a mean of places is rounded to 1 / kParts of a place
  std::vector<std::uint64_t> place(order.size());
  for (std::size_t at = 0; at < order.size(); ++at) place[index(order[at])] = at;
  std::vector<std::uint64_t> goal(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::uint64_t first = place[i];
    std::uint64_t last = place[i];
    std::uint64_t sum = 0;
    const std::span<const Transition> moves = table.transitions(placement_id(i));
    for (const Transition& move : moves) {
      const std::uint64_t near = place[index(move.target)];
      first = std::min(first, near);
      last = std::max(last, near);
      sum += near;
    }
    const std::uint64_t mean = moves.empty() ? kParts * place[i] : kParts * sum / moves.size();
    goal[i] = smoothing == Smoothing::kMean ? kParts * place[i] + mean : 2 * place[i] + first + last;
  }
  std::vector<PlacementId> smoothed = order_of_table(table);
  std::stable_sort(smoothed.begin(), smoothed.end(),
                   [&](PlacementId a, PlacementId b) { return goal[index(a)] < goal[index(b)]; });
  return smoothed;
}

StageSchedule best_schedule(const PlacementTable& table) {
  std::optional<StageSchedule> best;
  const auto attempt = [&](const std::vector<PlacementId>& order) {
    StageSchedule schedule(table, order);
    if (!best || schedule.window() < best->window()) best.emplace(std::move(schedule));
  };
  attempt(order_of_table(table));
  // The first placement of the table lies nearest to the first rank.
  for (const PlacementId root : {PlacementId{}, nearest_to_first_file(table)}) {
    attempt(breadth_first_order(table, root));
  }
  std::vector<PlacementId> order(best->order().begin(), best->order().end());
  for (int round = 0; round < kRoundsToMean + kRoundsToMiddle; ++round) {
    order = smoothed_order(table, order, round < kRoundsToMean ? Smoothing::kMean : Smoothing::kMiddle);
    attempt(order);
  }
  return std::move(*best);
}

}  // namespace uisge
