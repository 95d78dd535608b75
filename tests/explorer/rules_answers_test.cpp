// Asks `uisge serve` for a position under all rule sets side by side, and compares each answer with the oracle.
#include "tests/cli/random_game.h"
#include "tests/explorer/served_games.h"

using namespace uisge::test;
using namespace uisge::test::answers;
using oracle::Stuck;

TEST_CASE("answers under all rules side by side are those of the files and of the oracle", "[serve][answers]") {
  std::vector<oracle::Game> games;  // those with a file
  std::deque<OracleGame> all;
  for (const oracle::Game& game : all_rules(3, 3, 2)) {
    all.emplace_back(game);
    if (!game.diagonal_jumps || game.stuck == Stuck::kPasses) games.push_back(game);
  }
  const ServedGames served(games);
  const auto check_rules = [&](const std::string& target, const oracle::Position& position) {
    CAPTURE(target);
    const auto json = served.server().get_json(target);
    CHECK(json["position"] == oracle::print(position));
    REQUIRE(json["rules"].size() == 8);
    std::set<std::pair<std::string, bool>> seen;
    std::size_t answered = 0;
    for (const Json& entry : json["rules"]) {
      seen.emplace(entry["stuck"], entry["diagonal_jumps"]);
      const auto solved = std::find_if(all.begin(), all.end(), [&](const OracleGame& one) {
        return to_string(one.game().stuck) == entry["stuck"] && one.game().diagonal_jumps == entry["diagonal_jumps"];
      });
      REQUIRE(solved != all.end());
      if (!std::filesystem::exists(served.path(solved->game()))) {
        // The server knows the start from the table of known starts, without any file (known_doors_test.cpp).
        if (entry.contains("known")) continue;
        if (solved->moves(position).empty()) {  // the game is over, so no file is needed
          CHECK(is_value(entry, solved->label(position)));
          continue;
        }
        CHECK(entry.size() == 3);
        CHECK(entry["error"].is_string());
        continue;
      }
      ++answered;
      CHECK_FALSE(entry.contains("error"));
      CHECK(is_value(entry, solved->label(position)));
      CHECK(entry["file"] == file_name(solved->game()));
    }
    CHECK(seen.size() == 8);
    CHECK(answered == games.size());
  };
  for (const oracle::Position& position : served.oracle().every(150)) {
    check_rules("/api/rules?position=" + encoded(oracle::print(position)), position);
  }
  // The moves are played under the rules of the request.
  const OracleGame& diagonal = served.oracles().back();
  std::mt19937 random(2);
  for (int i = 0; i < 5; ++i) {
    const RandomGame played = random_game_of(diagonal, 3, random);
    oracle::Position here = played.start;
    for (const std::string& move : played.moves) here = diagonal.moves(here).at(move);
    check_rules(asking("/api/rules", diagonal.game(), played.start, "&moves=" + encoded(played.moves_text())), here);
  }
}
