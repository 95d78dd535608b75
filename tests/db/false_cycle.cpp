#include "tests/db/false_cycle.h"

#include "core/moves.h"
#include "db/position_cell.h"

namespace uisge::test {

namespace {

using Graph = std::map<PositionCell, std::vector<PositionCell>>;

// The drawn positions and their moves to drawn positions. Every other move of a drawn position leads to a win of the
// opponent.
Graph drawn_moves(const NaiveLabels& solution) {
  const Board board(solution.identity.board);
  const Colourings colourings(solution.identity.pieces);
  Graph graph;
  for (std::uint32_t p = 0; p < solution.labels.size(); ++p) {
    for (std::uint32_t i = 0; i < solution.labels[p].size(); ++i) {
      if (!is_live_index(colourings.pieces(), i) || solution.labels[p][i] != kDrawCode) continue;
      const Position position = position_at(board, colourings, solution.placements[p], i);
      auto& successors = graph[{p, i}];
      for (const Move move : playable_moves(board, solution.identity.rules, position)) {
        const Position next = play(board, position, move);
        const PositionCell cell = find_cell(board, solution.placements, colourings, next).value();
        if (solution.labels[cell.placement][cell.index] == kDrawCode) successors.push_back(cell);
      }
    }
  }
  return graph;
}

// Grows a set of losses from one loss. All moves of a loss in the graph lead to wins, and every win needs a move to a
// loss. So no loss may have a move to another loss. Fails if a random choice leads to a dead end.
bool grow(const Graph& graph, PositionCell seed, std::mt19937& random, std::set<PositionCell>& losses,
          std::set<PositionCell>& wins) {
  const auto may_lose = [&](PositionCell cell) {
    const auto& successors = graph.at(cell);
    return !wins.contains(cell) && !successors.empty() &&
           std::none_of(successors.begin(), successors.end(),
                        [&](PositionCell next) { return losses.contains(next) || next == cell; });
  };
  std::vector<PositionCell> waiting;
  const auto add_loss = [&](PositionCell cell) {
    losses.insert(cell);
    for (const PositionCell next : graph.at(cell)) {
      if (wins.insert(next).second) waiting.push_back(next);
    }
  };
  if (!may_lose(seed)) return false;
  add_loss(seed);
  while (!waiting.empty()) {
    const PositionCell win = waiting.back();
    waiting.pop_back();
    if (losses.contains(win)) return false;
    std::vector<PositionCell> choices = graph.at(win);
    if (std::any_of(choices.begin(), choices.end(), [&](PositionCell next) { return losses.contains(next); })) continue;
    std::erase_if(choices, [&](PositionCell next) { return !may_lose(next); });
    if (choices.empty()) return false;
    add_loss(choices[random() % choices.size()]);
  }
  return true;
}

}  // namespace

std::optional<NaiveLabels> with_false_cycle(const NaiveLabels& solution, unsigned attempts) {
  const Graph graph = drawn_moves(solution);
  if (graph.empty()) return std::nullopt;
  std::mt19937 random(1);
  for (unsigned attempt = 0; attempt < attempts; ++attempt) {
    std::set<PositionCell> losses;
    std::set<PositionCell> wins;
    const auto seed = std::next(graph.begin(), static_cast<std::ptrdiff_t>(random() % graph.size()));
    if (!grow(graph, seed->first, random, losses, wins)) continue;
    NaiveLabels result = solution;
    for (const PositionCell cell : losses)
      result.labels[cell.placement][cell.index] = encode_label({Outcome::kLoss, 1000});
    for (const PositionCell cell : wins)
      result.labels[cell.placement][cell.index] = encode_label({Outcome::kWin, 1001});
    return result;
  }
  return std::nullopt;
}

}  // namespace uisge::test
