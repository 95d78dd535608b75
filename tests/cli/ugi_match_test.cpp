// Ten games of the engine against itself, by a driver that knows only the protocol: with clocks, takebacks and restarts
// in mid-game. The oracle knows the legal moves.
#include <fmt/format.h>

#include "tests/cli/run_program.h"
#include "tests/cli/ugi_process.h"
#include "tests/db/naive_labels.h"
#include "tests/oracle/oracle_moves.h"
#include "tests/oracle/oracle_position.h"
#include "tests/test.h"

using namespace uisge::test;

namespace {

const std::vector<std::string> kSearch{"engine", "--memory", "1M", "--threads", "1", "--time", "0.02"};
const std::string kSmallStart = "4/bb2/1ww1 w";
const std::string kMatchStart = "7/2bb3/1bbbb2/2wwww1/3ww2/7 w";

struct MatchGame {
  UgiProcess& white;
  UgiProcess& black;
  std::string start;
  oracle::Stuck stuck;
  std::string limits;
  int most_plies;
  // Called before each ply. Takes moves back, or restarts an engine.
  std::function<void(int ply, std::vector<std::string>& moves)> event = [](int, std::vector<std::string>&) {};
};

oracle::Position after(const oracle::Position& position, const std::string& text) {
  const auto moves = oracle::moves_by_text({.stuck = oracle::Stuck::kPasses}, position);
  CAPTURE(oracle::print(position), text);
  REQUIRE(moves.contains(text));
  return moves.at(text);
}

// The result of the game after these moves, by the rules or by the convention about a third repetition.
std::string expected_result(const MatchGame& game, const std::vector<std::string>& moves) {
  oracle::Position position = oracle::parse(game.start);
  std::map<std::string, int> times{{game.start, 1}};
  bool is_repeated = false;
  for (const std::string& move : moves) {
    position = after(position, move);
    if (++times[oracle::print(position)] >= 3) is_repeated = true;
  }
  if (oracle::all_crowns(position, 'w')) return "p1win";
  if (oracle::all_crowns(position, 'b')) return "p2win";
  const bool is_stuck = oracle::legal_moves(position, false).empty();
  if (is_stuck && game.stuck == oracle::Stuck::kLoses) return position.side == 'w' ? "p2win" : "p1win";
  if (is_stuck && oracle::legal_moves(oracle::passed(position), false).empty()) return "draw";
  return is_repeated ? "draw" : "none";
}

void play(const MatchGame& game) {
  std::vector<std::string> moves;
  for (UgiProcess* engine : {&game.white, &game.black}) {
    engine->send("uginewgame");
    engine->ready();
  }
  const auto tell = [&](UgiProcess& engine) {
    std::string line = "position fen " + game.start + (moves.empty() ? "" : " moves");
    for (const std::string& move : moves) line += " " + move;
    engine.send(line);
  };
  for (int ply = 0; ply < game.most_plies; ++ply) {
    game.event(ply, moves);
    tell(game.white);
    tell(game.black);
    const std::string over = game.white.query("gameover");
    REQUIRE(game.black.query("gameover") == over);
    if (over == "true") break;
    const std::string is_whites = game.white.query("p1turn");
    REQUIRE(game.black.query("p1turn") == is_whites);
    moves.push_back((is_whites == "true" ? game.white : game.black).best_move(game.limits));
  }
  tell(game.white);
  tell(game.black);
  const std::string expected = expected_result(game, moves);
  CHECK(game.white.query("result") == expected);
  CHECK(game.black.query("result") == expected);
}

}  // namespace

TEST_CASE("a match of ten games is played to its end by a driver that knows the protocol alone", "[cli][engine]") {
  UgiProcess file(joined(kSearch, {UISGE_TEST_DATA "/4x3-2-passes.uisge"}), {});
  UgiProcess search(kSearch, {"Board value 4x3", "Pieces value 2", "Stuck value passes"});
  UgiProcess white(kSearch, {});
  UgiProcess black(kSearch, {"Hash value 1", "MultiPV value 3"});
  int played = 0;
  // Clocks of all kinds, also some that have run out.
  for (const char* const limits : {"p1time 2000 p2time 2000 p1inc 0 p2inc 0", "wtime 100 btime 100 winc 10 binc 10",
                                   "p1time -50 p2time -50", "movetime 5"}) {
    const bool is_files = played % 2 == 0;
    play({is_files ? file : search, is_files ? search : file, kSmallStart, oracle::Stuck::kPasses, limits, 40});
    ++played;
  }
  // Two plies are taken back now and then. The limits vary; some are unknown to the engine.
  for (const char* const limits : {"p1time 300 p2time 300 movestogo 10", "nodes 1000 movetime 10", "depth 3"}) {
    int taken = 0;
    play({white, black, kMatchStart, oracle::Stuck::kLoses, limits, 16, [&](int ply, std::vector<std::string>& moves) {
            if (ply % 5 != 4 || moves.size() < 2) return;
            moves.resize(moves.size() - 2);
            ++taken;
          }});
    CHECK(taken > 0);
    ++played;
  }
  // One engine is restarted in mid-game, also while it thinks.
  for (const bool killed : {false, true, true}) {
    play({white, black, kMatchStart, oracle::Stuck::kLoses, "movetime 10", 12,
          [&](int ply, std::vector<std::string>& /*moves*/) {
            if (ply == 3) white.restart(killed);
            if (ply != 6) return;
            black.send("go infinite");
            black.ready();
            black.restart(killed);
          }});
    ++played;
  }
  CHECK(played == 10);
  for (UgiProcess* engine : {&file, &search, &white, &black}) engine->quit();
}

TEST_CASE("a database that is damaged in mid-game leaves the search, which goes on", "[cli][engine]") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("x.uisge");
  std::filesystem::copy(UISGE_TEST_DATA "/4x3-2-passes.uisge", file);
  UgiProcess engine(joined(kSearch, {file}), {});
  std::filesystem::resize_file(file, 0);
  engine.send("position fen " + kSmallStart);
  engine.send("go");
  CHECK(contains(engine.read_until("info"), file + ": ends at byte "));
  after(oracle::parse(kSmallStart), engine.read_until("bestmove").substr(9));  // a legal move
  engine.quit();
}
