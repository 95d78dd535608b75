// Compares the puzzles that `uisge serve` gives with the oracle.
#include "tests/explorer/served_games.h"

using namespace uisge::test;
using namespace uisge::test::answers;
using oracle::Outcome;
using oracle::Stuck;

TEST_CASE("puzzles of a level have its plies and one winning move, by the oracle", "[serve][answers]") {
  const ServedGames served({{4, 4, 3, Stuck::kDraws, false}, {3, 3, 2, Stuck::kLoses, false}});
  const OracleGame& solved = served.oracle();
  const std::string name = file_name(solved.game());
  struct Level {
    const char* number;
    int least;
    int most;
    int least_losing;
  };
  std::set<std::string> seen;
  for (const Level& level : {Level{"1", 5, 8, 0}, Level{"2", 9, 16, 0}, Level{"3", 17, 10'000, 1}}) {
    CAPTURE(level.number);
    const std::string target = "/api/puzzles?file=" + encoded(name) + "&level=" + level.number;
    const Json json = served.server().get_json(target + "&seed=7");
    CHECK(json["level"] == std::stoi(level.number));
    CHECK(served.server().get_json(target + "&seed=7") == json);
    for (const Json& puzzle : json["puzzles"]) {
      const std::string text = puzzle["position"];
      CAPTURE(text);
      CHECK(seen.insert(text).second);
      const oracle::Position position = oracle::parse(text);
      CHECK(is_value(puzzle, solved.label(position)));
      CHECK(puzzle["value"] == "win");
      CHECK(puzzle["distance"] >= level.least);
      CHECK(puzzle["distance"] <= level.most);
      int winning = 0;
      int losing = 0;
      for (const auto& [move, next] : solved.moves(position)) {
        const Outcome outcome = solved.label_by_move(next).outcome;
        winning += static_cast<int>(outcome == Outcome::kWin);
        losing += static_cast<int>(outcome == Outcome::kLoss);
      }
      CHECK(winning == 1);
      CHECK(puzzle["moves"]["losing"] == losing);
      CHECK(losing >= level.least_losing);
    }
  }
  CHECK(seen.size() > 10);
  CHECK(served.server()
            .get_json("/api/puzzles?file=" + encoded(file_name(served.oracles()[1].game())))["puzzles"]
            .empty());
  for (const char* wrong : {"&level=0", "&level=4", "&level=x", "&seed=-1", "&seed=", "&level=1&level=2", "&plies=3"}) {
    CAPTURE(wrong);
    CHECK_FALSE(error_text(served.server().get("/api/puzzles?file=" + encoded(name) + wrong), 400).empty());
  }
  CHECK_FALSE(error_text(served.server().get("/api/puzzles?file=none.uisge"), 404).empty());
  CHECK(contains(error_text(served.server().get("/api/puzzles?level=2"), 400), "file: is missing"));
}
