// Tests proofs as sources of answers, in all commands.
#include "tests/cli/proof_folder.h"

using namespace uisge::test;
using nlohmann::json;

TEST_CASE("query answers from a proof with bounds", "[cli][query]") {
  const ProofFolder folder;
  for (const bool is_compact : {true, false}) {
    const std::string proof = folder.proof(is_compact);
    const json answer = run_json("query", {proof, "start"});
    check_fields(answer, "source", "proof", "value", "win", "distance", nullptr, "within", kProofPlies);
    check_fields(answer["moves"][0], "move", "c1a1", "within", kProofPlies, "best", true);
    const ProgramRun text = run_uisge({"query", proof, "start"});
    CHECK(contains(text.out, "White to move wins within 11 plies, proved"));
    CHECK(contains(text.out, "* c1a1  win within 11"));
    // The proof also answers with the loser to move, and with colours exchanged.
    check_fields(run_json("query", {proof, "start", "--moves", "c1a1"}), "value", "loss", "within", kProofPlies - 1);
    CHECK(run_json("query", {proof, "4/ww2/1bb1 b"})["within"] == kProofPlies);
  }
  const std::string proof = folder.proof();
  // No line reaches this position.
  const std::string far = "4/wb2/wb2 w";
  check_fields(run_json("query", {proof, far}), "value", nullptr, "source", "proof");
  CHECK(contains(run_uisge({"query", proof, far}).out, "The proof does not reach this position"));
  CHECK(run_json("query", {proof, far, "--search", "4"})["source"] == "search");
  check_refused({"query", proof, "3/bb1/1ww w"}, 2);
  check_refused({"query", proof, "start", "--diagonal-jumps"}, 2);
  check_refused({"extract", proof, "--out", folder.file("x")}, 2);
}

TEST_CASE("play and engine follow a proof to the end", "[cli][play]") {
  const ProofFolder folder;
  const std::string proof = folder.proof();
  const ProgramRun game = run_well({"play", "--database", proof, "--side", "none", "--memory", "1M", "--threads", "1"});
  CAPTURE(game.out);
  CHECK(contains(game.out, "White has won"));
  check_refused({"play", proof, "--board", "3x3", "--memory", "1M"}, 2);
  check_refused({"play", proof, "3/bb1/1ww w", "--memory", "1M"}, 2);

  const ProgramRun engine = run_well({"engine", proof, "--memory", "1M", "--threads", "1"},
                                     {.input = "position startpos\ngo\nposition startpos moves c1a1\ngo\nquit\n"});
  CAPTURE(engine.out);
  CHECK(contains(engine.out, "info depth 11 score mate 6 lowerbound"));
  CHECK(contains(engine.out, "White to move wins within 11 plies, by the proof\nbestmove c1a1"));
  CHECK(contains(engine.out, "info depth 10 score mate -5 upperbound"));
  // The search answers about positions that no line of the proof reaches.
  const ProgramRun beyond = run_uisge({"engine", proof, "--memory", "1M", "--threads", "1"},
                                      {.input = "position fen 4/wb2/wb2 w\ngo depth 4\n"});
  CHECK(contains(beyond.out, ", by the search\nbestmove "));
  // The proof leaves this position open, but knows that one of its two moves loses.
  const std::string open = "4/Bw2/wb2 w";
  const json known = run_json("query", {proof, open})["moves"][1];
  REQUIRE(known["value"] == "loss");
  const int within = known["within"];
  const ProgramRun both =
      run_uisge({"engine", proof, "--memory", "1M", "--threads", "1"},
                {.input = "setoption name MultiPV value 2\nposition fen " + open + "\ngo depth 1\n"});
  CAPTURE(both.out, known);
  CHECK(contains(both.out, " multipv 2 score mate -" + std::to_string(within / 2) + " upperbound"));
  CHECK_FALSE(contains(both.out, "bestmove " + known["move"].get<std::string>()));
}

TEST_CASE("the engine goes on with the search alone if a wrong proof contradicts it", "[cli][play]") {
  const TemporaryDirectory directory;
  const std::string proof = directory.file("false.proof");
  // The claim is false: Black loses in four plies.
  std::ofstream(proof) << "uisge-proof 1\nrules loses\nposition 4/2W1/b1w1/BbW1 b\nclaim win 3\nmoves 1\n"
                          "4/2W1/b1w1/BbW1 b 3 a1b2\nend\n";
  const ProgramRun run = run_uisge({"engine", proof, "--memory", "1M", "--threads", "1"},
                                   {.input = "position fen 4/2W1/bWw1/Bb2 w\ngo depth 5\n"});
  CAPTURE(run.out, run.err);
  CHECK(contains(run.out, "White to move wins in 5 plies, by the search\nbestmove "));
}

TEST_CASE("query refuses an answer that a wrong proof does not prove, and names the command that finds the flaw",
          "[cli][query]") {
  const TemporaryDirectory directory;
  const std::string proof = directory.file("false.proof");
  // The replies to c1a1 are missing.
  std::ofstream(proof) << "uisge-proof 1\nrules loses\nposition " << kProofStart << "\nclaim win 11\nmoves 1\n"
                       << kProofStart << " 11 c1a1\nend\n";
  check_refused({"query", proof, "start"}, 3,
                std::string("is no proof of ") + kProofStart + ", see 'uisge verify-proof'");
  check_refused({"verify-proof", proof}, 5);
}

TEST_CASE("a text proof that does not fit in memory is read with a larger --memory", "[cli][query][play]") {
  const ProofFolder folder;
  const std::string proof = folder.proof(false);
  const RunOptions questions{.input = "position startpos\ngo\nquit\n"};
  for (const std::vector<std::string>& line : {std::vector<std::string>{"query", proof, "start"}, {"engine", proof}}) {
    CAPTURE(line);
    check_refused(joined(line, {"--memory", "1K"}), 4, "do not fit, give a larger --memory", questions);
    CHECK(contains(run_well(joined(line, {"--memory", "1M"}), questions).out, "wins within 11 plies"));
  }
}

// The memory for one file, 512 MiB by default, is enough for 3.36 million moves. This proof has more, and lacks its
// end.
TEST_CASE("serve reads a text proof of millions of moves with a larger --memory", "[cli][.slow]") {
  constexpr int kMoves = 3'400'000;
  const TemporaryDirectory folder;
  const std::string proof = folder.file("large.proof");
  std::ofstream text(proof);
  text << "uisge-proof 1\nrules loses\nposition " << kProofStart << "\nclaim win 11\nmoves " << kMoves << "\n";
  int moves = 0;
  // Six pieces a side fill 4x3. One piece at least is not crowned.
  for (unsigned white = 0; white < 4096; ++white) {
    for (unsigned crowned = 0; std::popcount(white) == 6 && crowned < 4095 && moves < kMoves; ++crowned, ++moves) {
      std::string position;
      for (unsigned square = 0; square < 12; ++square) {
        if (square % 4 == 0 && square > 0) position += '/';
        const char* const letters = (white >> square & 1) != 0 ? "wW" : "bB";
        position += letters[crowned >> square & 1];
      }
      text << position << " w 1 a1b1\n";
    }
  }
  text.close();
  REQUIRE(moves == kMoves);
  const std::vector<std::string> serve{"serve", proof, "--listen", "127.0.0.1:0", "--for", "0.1", "--memory"};
  check_refused(joined(serve, {"500M"}), 4, "do not fit, give a larger --memory");
  check_refused(joined(serve, {"600M"}), 3, "the file ends early");
}

TEST_CASE("a proof under draws answers in every command under all four rules", "[cli][query][play]") {
  const ProofFolder folder;
  const std::string start_tag = "[Start \"" + kProofStart + "\"]\n";
  const std::string proof = folder.file("4x3-2-draws.proof");
  std::filesystem::rename(folder.proof(), proof);
  const std::vector<std::string> board{"--board", "4x3", "--pieces", "2"};
  const auto check_proved = [](const json& answer, const std::string& stuck) {
    check_fields(answer, "stuck", stuck, "source", "proof", "value", "win", "within", kProofPlies);
    CHECK(answer["moves"][0]["move"] == "c1a1");
  };
  const RunOptions in_folder{.environment = {"UISGE_PATH=" + folder.file("")}};
  for (const std::string stuck : {"loses", "wins", "draws", "passes"}) {
    CAPTURE(stuck);
    const std::vector<std::string> rule{"--stuck", stuck};
    check_proved(run_json("query", joined({proof, "start"}, rule)), stuck);
    check_proved(run_json("query", joined({"start", "--path", folder.file("")}, joined(board, rule))), stuck);
    const ProgramRun named =
        run_uisge(joined({"play", proof, "--side", "none", "--memory", "1M", "--threads", "1"}, rule));
    const ProgramRun found = run_uisge(
        joined(joined({"play", "--side", "none", "--memory", "1M", "--threads", "1"}, board), rule), in_folder);
    for (const ProgramRun& game : {named, found}) {
      INFO(game.out << game.err);
      CHECK(contains(game.out, "off its lines the search"));
      CHECK(contains(game.out, "a stuck player " + stuck));
      CHECK(contains(game.out, "White has won"));
    }
    RunOptions lines;
    lines.input = "position startpos\ngo\nquit\n";
    const ProgramRun asked = run_uisge(joined({"engine", proof, "--memory", "1M", "--threads", "1"}, rule), lines);
    lines.input = "setoption name Stuck value " + stuck + "\nugi\n" + lines.input;
    const ProgramRun told = run_uisge({"engine", proof, "--memory", "1M", "--threads", "1"}, lines);
    for (const ProgramRun& engine : {asked, told}) {
      INFO(engine.out << engine.err);
      CHECK(contains(engine.out, "within 11 plies, by the proof\nbestmove c1a1"));
    }
    CHECK(contains(told.out, "option name Stuck type combo default " + stuck));
    const RunOptions record{.input = start_tag + "[Stuck \"" + stuck + "\"]\nc1a1 *\n"};
    const ProgramRun annotated = run_well({"annotate", proof, "-", "--json"}, record);
    CAPTURE(annotated.out);
    CHECK(json::parse(annotated.out)["moves"][0]["value"] == "win");
  }
  // White is stuck: each blank touches only the piece on b1, and the square behind that piece is taken. Black can move.
  // So White passes under `passes`; under `draws`, the rule of the proof, the game would be over.
  const ProgramRun passing = run_uisge({"engine", proof, "--stuck", "passes", "--memory", "1M", "--threads", "1"},
                                       {.input = "position fen 4/1B2/wbw1 w\ngo depth 2\n"});
  CHECK(contains(passing.out, "\nbestmove pass\n"));
  // If no rule is named, the proof answers under its own rule.
  check_proved(run_json("query", {proof, "start"}), "draws");
  // The lines of the proof have no diagonal jumps, so the proof says nothing about games with diagonal jumps.
  for (const char* const command : {"query", "play", "engine"}) {
    check_refused({command, proof, "--diagonal-jumps"}, 2);
  }
  const json known = run_json("query", joined({"start", "--path", folder.file(""), "--diagonal-jumps"}, board));
  CHECK(known["source"] == "known");
  // A proof under a rule other than `draws` answers only under that rule.
  const std::string other = folder.file("4x3-2-loses.proof");
  run_well({"search", kProofStart, "--plies", "12", "--memory", "1M", "--proof", other});
  check_refused({"query", other, "start", "--stuck", "draws"}, 2);
  check_refused({"engine", other, "--stuck", "draws"}, 2);
  const json own = run_json("query", joined({"start", "--path", folder.file("")}, board));
  CHECK(std::filesystem::path(own["file"].get<std::string>()).filename() == "4x3-2-loses.proof");
}
