#include "tests/oracle/oracle_solution.h"

#include <algorithm>

namespace oracle {
namespace {

// Under `passes` a stuck side's only successor is the same position with the other side to move.
std::uint32_t pass_of(const Universe& universe, std::size_t index) {
  return static_cast<std::uint32_t>(universe.index(passed(universe.position(index))));
}

}  // namespace

std::string to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::kWin: return "win";
    case Outcome::kLoss: return "loss";
    case Outcome::kDraw: break;
  }
  return "draw";
}

Label label_when_over(const Position& position) {
  return Label{all_crowns(position, position.side) ? Outcome::kWin : Outcome::kLoss, 0};
}

MoveGraph::MoveGraph(const Universe& universe, bool diagonal_jumps)
    : universe_(universe), diagonal_jumps_(diagonal_jumps) {
  first_.push_back(0);
  for (std::size_t index = 0; index < universe.size(); ++index) {
    const Position position = universe.position(index);
    for (const Move& move : legal_moves(position, diagonal_jumps)) {
      const Position next = after(position, move);
      to_.push_back(all_crowns(next, 'w') ? kEnd : static_cast<std::uint32_t>(universe.index(next)));
    }
    first_.push_back(to_.size());
  }
  // Orders the edges by their targets, with a counting sort.
  first_back_.assign(universe.size() + 1, 0);
  for (const std::uint32_t to : to_) {
    if (to != kEnd) ++first_back_[to + 1];
  }
  for (std::size_t i = 0; i < universe.size(); ++i) first_back_[i + 1] += first_back_[i];
  from_.resize(first_back_.back());
  std::vector<std::size_t> next_free(first_back_.begin(), first_back_.end() - 1);
  for (std::size_t from = 0; from < universe.size(); ++from) {
    for (const std::uint32_t to : successors(from)) {
      if (to != kEnd) from_[next_free[to]++] = static_cast<std::uint32_t>(from);
    }
  }
}

std::vector<Label> solve(const MoveGraph& graph, Stuck stuck) {
  const Universe& universe = graph.universe();
  std::vector<Label> labels(universe.size());
  std::vector<bool> decided(universe.size(), false);
  std::vector<std::uint32_t> last;        // positions decided in the last ply
  std::vector<std::uint32_t> candidates;  // positions with a successor in `last`
  // pass[i] is the position after a pass from i, for stuck positions under `passes` only.
  std::vector<std::uint32_t> pass(stuck == Stuck::kPasses ? universe.size() : 0, MoveGraph::kEnd);

  const auto decide = [&](std::size_t index, Outcome outcome, int distance) {
    labels[index] = Label{outcome, static_cast<std::uint16_t>(distance)};
    decided[index] = true;
  };

  // Decides the stuck positions (ply 0). Positions with a move that ends the game become candidates for ply 1.
  for (std::uint32_t index = 0; index < universe.size(); ++index) {
    const auto successors = graph.successors(index);
    if (successors.empty()) {
      if (stuck == Stuck::kLoses) decide(index, Outcome::kLoss, 0);
      if (stuck == Stuck::kWins) decide(index, Outcome::kWin, 0);
      if (stuck == Stuck::kPasses) pass[index] = pass_of(universe, index);
      if (decided[index]) last.push_back(index);
    } else if (std::find(successors.begin(), successors.end(), MoveGraph::kEnd) != successors.end()) {
      candidates.push_back(index);
    }
  }

  for (int ply = 1; !last.empty() || !candidates.empty(); ++ply) {
    for (const std::uint32_t index : last) {
      const auto predecessors = graph.predecessors(index);
      candidates.insert(candidates.end(), predecessors.begin(), predecessors.end());
      // A pass that leads to position `index` begins at the position with the same pieces in exchanged colours, whose
      // side to move is stuck.
      if (stuck == Stuck::kPasses) {
        const std::uint32_t mirror = pass_of(universe, index);
        if (pass[mirror] == index) candidates.push_back(mirror);
      }
    }
    std::vector<std::pair<std::uint32_t, Outcome>> found;
    for (const std::uint32_t index : candidates) {
      if (decided[index]) continue;
      bool to_a_loss = false;
      bool all_to_wins = true;
      const auto look_at = [&](std::uint32_t next) {
        const bool is_end = next == MoveGraph::kEnd;  // the move wins at once
        to_a_loss = to_a_loss || is_end || (decided[next] && labels[next].outcome == Outcome::kLoss);
        all_to_wins = all_to_wins && !is_end && decided[next] && labels[next].outcome == Outcome::kWin;
      };
      if (stuck == Stuck::kPasses && pass[index] != MoveGraph::kEnd) look_at(pass[index]);
      for (const std::uint32_t next : graph.successors(index)) look_at(next);
      if (to_a_loss) found.emplace_back(index, Outcome::kWin);
      if (all_to_wins) found.emplace_back(index, Outcome::kLoss);
    }
    last.clear();
    candidates.clear();
    // Set the labels only now: a label of this ply must not influence other labels of the same ply.
    for (const auto& [index, outcome] : found) {
      if (decided[index]) continue;  // a position may be a candidate more than once
      decide(index, outcome, ply);
      last.push_back(index);
    }
  }
  return labels;
}

Counts count(std::span<const Label> labels) {
  Counts counts;
  counts.live = labels.size();
  for (const Label label : labels) {
    counts.won += label.outcome == Outcome::kWin;
    counts.lost += label.outcome == Outcome::kLoss;
    counts.drawn += label.outcome == Outcome::kDraw;
    if (label.outcome != Outcome::kDraw)
      counts.longest_distance = std::max<int>(counts.longest_distance, label.distance);
  }
  return counts;
}

}  // namespace oracle
