#include "tests/reach/naive_reach.h"

#include <algorithm>

#include "tests/oracle/oracle_game.h"

namespace uisge::test {

std::vector<ReachPly> naive_reach(const oracle::Game& game, const oracle::Position& start, int max_plies) {
  std::vector<ReachPly> plies;
  for (const auto& [text, ply] : oracle::plies_from(game, start, max_plies)) {
    const oracle::Position position = oracle::parse(text);
    const ReachCount images{1, oracle::image_texts(position).size()};
    const auto index = static_cast<std::size_t>(ply);
    plies.resize(std::max(plies.size(), index + 1));
    plies[index].reached.add(images);
    if (oracle::all_crowns(position, 'b')) plies[index].completed.add(images);
  }
  return plies;
}

}  // namespace uisge::test
