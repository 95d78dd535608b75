#include "tests/reach/naive_reach.h"

#include <set>
#include <string>

#include "tests/oracle/oracle_moves.h"

namespace uisge::test {

namespace {

// The distinct images under the board's symmetries, White to move.
std::set<std::string> images(const oracle::Position& position) {
  const oracle::Position asked = position.side == 'w' ? position : oracle::colours_exchanged(position);
  std::set<std::string> texts;
  for (const bool transpose : {false, true}) {
    if (transpose && position.files != position.ranks) continue;
    for (const bool mirror_files : {false, true}) {
      for (const bool mirror_ranks : {false, true}) {
        texts.insert(print(oracle::image(asked, {transpose, mirror_files, mirror_ranks})));
      }
    }
  }
  return texts;
}

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
    const std::set<std::string> texts = images(position);
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
