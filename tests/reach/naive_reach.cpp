#include "tests/reach/naive_reach.h"

#include "tests/oracle/oracle_moves.h"

namespace uisge::test {

namespace {

void count(const oracle::Position& position, std::size_t image_count, ReachPly& counts) {
  counts.reached.add({1, image_count});
  if (oracle::all_crowns(position, position.side == 'w' ? 'b' : 'w')) counts.completed.add({1, image_count});
}

}  // namespace

std::vector<ReachPly> naive_reach(const oracle::Game& game, const oracle::Position& start, int max_plies) {
  std::set<std::string> seen;  // the least image of every position that has arisen
  std::vector<oracle::Position> latest;
  std::vector<ReachPly> plies;
  const auto add = [&](const oracle::Position& position, std::vector<oracle::Position>& list) {
    const auto texts = oracle::image_texts(position.side == 'w' ? position : oracle::colours_exchanged(position));
    if (!seen.insert(*texts.begin()).second) return;
    list.push_back(position);
    count(position, texts.size(), plies.back());
  };
  plies.emplace_back();
  add(start, latest);
  while (static_cast<int>(plies.size()) <= max_plies) {
    std::vector<oracle::Position> next;
    plies.emplace_back();
    for (const oracle::Position& position : latest) {
      for (const oracle::Position& successor : oracle::successors(game, position)) add(successor, next);
    }
    latest = std::move(next);
    if (!latest.empty()) continue;
    plies.pop_back();
    break;
  }
  return plies;
}

}  // namespace uisge::test
