// Tests `uisge verify-proof`, which checks, converts and merges proofs, and the second program that replays proofs.
#include "tests/cli/proof_folder.h"
#include "tests/oracle/oracle_game.h"

using namespace uisge::test;
using nlohmann::json;

TEST_CASE("either form of a proof is checked under every rule, and converted into the other form", "[cli][search]") {
  const ProofFolder folder;
  const std::string compact = folder.proof();
  const std::string text = folder.proof(false);
  CHECK(std::filesystem::file_size(compact) < std::filesystem::file_size(text));
  for (const std::string& path : {compact, text}) {
    const json checked = run_json("verify-proof", {path, "--stuck", "all", "--threads", "2"});
    check_fields(checked, "version", (path == compact ? 2 : 1), "proven", true, "stuck", "draws", "within",
                 kProofPlies);
    // A win under `draws` is a win under every rule.
    CHECK(checked["proven_under"] == json{"loses", "wins", "draws", "passes"});
    CHECK(run_json("verify-proof", {path, "--stuck", "wins"})["stuck"] == "wins");
    run_well({"verify-proof", path, "--compact", folder.file("c"), "--text", folder.file("t")});
    CHECK(text_of_file(folder.file("c")) == text_of_file(compact));
    CHECK(text_of_file(folder.file("t")) == text_of_file(text));
  }
  CHECK(contains(run_uisge({"verify-proof", compact}).out, "a proof under all four rules"));
  check_refused({"verify-proof", compact, "--stuck", "both"}, 2);
  check_refused({"verify-proof", compact, "--memory", "1"}, 4);
  check_refused({"verify-proof", compact, "--text", "/nowhere/at.all"}, 4);
  // Under `loses` the stuck mover has lost, under `draws` not. So the check succeeds, but nothing is written.
  const std::string draws = folder.file("draws");
  std::ofstream(draws) << "uisge-proof 1\nrules draws\nposition wb/bw w\nclaim loss 0\nmoves 0\nend\n";
  CHECK(run_json("verify-proof", {draws, "--stuck", "loses"})["proven"] == true);
  std::ofstream(folder.file("loses")) << "uisge-proof 1\nrules loses\nposition wb/bw w\nclaim loss 0\nmoves 0\nend\n";
  CHECK(contains(run_well({"verify-proof", folder.file("loses"), "--stuck", "all"}).out,
                 "\nThis is a proof under loses, not under wins, draws, passes.\n"));
  for (const std::string form : {"--text", "--compact"}) {
    const ProgramRun run = run_uisge({"verify-proof", draws, "--stuck", "loses", "--json", form, folder.file("never")});
    CHECK(run.exit_code == 2);
    CHECK(contains(run.err, "leave out --stuck"));
    CHECK(json::parse(run.out)["proven"] == true);
    CHECK_FALSE(std::filesystem::exists(folder.file("never")));
    run_well({"verify-proof", compact, "--stuck", "loses", form, folder.file("c")});
  }
  const std::string whole = text_of_file(compact);
  std::ofstream(folder.file("damaged"), std::ios::binary) << flipped(whole, whole.size() / 2);
  check_refused({"verify-proof", folder.file("damaged"), "--text", folder.file("never")}, 3);
  CHECK_FALSE(std::filesystem::exists(folder.file("never")));
}

TEST_CASE("a proof takes the lines of another, and then answers about its position, too", "[cli][search][prove]") {
  const ProofFolder folder;
  const std::string other_start = "4/1bb1/1ww1 w";
  const std::string other = folder.file("other");
  run_well({"prove", other_start, "--stuck", "draws", "--memory", "16M", "--out", other});
  for (const bool is_compact : {false, true}) {
    const std::string proof = folder.proof(is_compact);
    CHECK(run_json("query", {proof, other_start})["value"] == nullptr);
    const std::string both = folder.file("both");
    run_well({"verify-proof", proof, "--compact", both, "--add", other});
    check_fields(run_json("verify-proof", {both, "--stuck", "all"}), "position", kProofStart, "within", kProofPlies,
                 "proven_under", json{"loses", "wins", "draws", "passes"});
    check_fields(run_json("query", {both, kProofStart}), "value", "win", "within", kProofPlies);
    check_fields(run_json("query", {both, other_start}), "value", "win", "within", 3);
  }
  const std::string proof = folder.proof();
  const std::string never = folder.file("never");
  const auto check_added = [&](const std::string& added, int exit_code, const std::string& words) {
    check_refused({"verify-proof", proof, "--compact", never, "--add", other, "--add", added}, exit_code, words);
    CHECK_FALSE(std::filesystem::exists(never));
  };
  const std::string bad = folder.file("bad");
  std::ofstream(bad) << "uisge-proof 1\nrules draws\nposition Wb1/wb1 w\nclaim win 1\nmoves 1\nWb1/wb1 w 1 a1c1\nend\n";
  check_added(bad, 2, "is a proof of another game than " + proof);
  std::ofstream(bad)
      << "uisge-proof 1\nrules draws\nposition 4/bb2/1ww1 w\nclaim win 1\nmoves 1\n4/bb2/1ww1 w 1 c1a1\nend\n";
  check_added(bad, 5, "not a proof where a stuck player draws");
  std::ofstream(bad) << "uisge-proof 1\nrules draws\nposition 4/bb2/1ww1 w\nclaim none 1\nmoves 0\nend\n";
  check_added(bad, 2, bad + ": --add is for proofs of a win or loss");
  check_refused({"verify-proof", bad, "--compact", never, "--add", other}, 2,
                bad + ": --add is for proofs of a win or loss");
  check_added(folder.file("missing"), 4, "");
  check_refused({"verify-proof", proof, "--text", never, "--add", other}, 2, "--add: only with --compact");
  check_refused({"verify-proof", proof, "--text", never, "--compact", folder.file("c"), "--add", other}, 2,
                "and not with --text");
}

TEST_CASE("a second program replays compact proofs", "[cli][search]") {
  const ProofFolder folder;
  const std::string proof = folder.proof();
  const auto replay = [&](const std::vector<std::string>& arguments) {
    return RunningProgram("/usr/bin/python3", joined({UISGE_SOURCE "/examples/replay_proof.py"}, arguments)).wait();
  };
  if (is_skipped(!std::filesystem::exists("/usr/bin/python3"), "there is no Python")) return;
  for (const std::string rule : {"loses", "wins", "draws", "passes"}) {
    const ProgramRun run = replay({proof, rule});
    INFO(run.err);
    CHECK(run.exit_code == 0);
    CHECK(contains(run.out, "White to move wins within 11 plies from 4/bb2/1ww1 w if a stuck player " + rule));
  }
  const std::string start = "4/bw2/wb2 w";
  const oracle::SolvedGame solved({4, 3, 2, oracle::Stuck::kDraws});
  const oracle::Position other = solved.moves(oracle::parse(start)).at("a1a3");
  REQUIRE(solved.label(oracle::parse(start)) == oracle::Label{oracle::Outcome::kWin, 3});
  REQUIRE(solved.label(other) == oracle::Label{oracle::Outcome::kWin, 7});  // for Black
  const std::string both = folder.file("both");
  run_well({"prove", start, "--stuck", "draws", "--memory", "1M", "--tighten", "--compact", "--out", both});
  CHECK_FALSE(contains(replay({both}).out, "loses within"));
  const std::string loss = folder.file("loss");
  run_well({"prove", start, "--moves", "a1a3", "--stuck", "draws", "--memory", "1M", "--tighten", "--out", loss});
  run_well({"verify-proof", both, "--compact", both, "--add", loss});
  const ProgramRun of_both = replay({both, "loses"});
  CHECK(contains(of_both.out, "White to move wins within 3 plies"));
  CHECK(contains(of_both.out, "\na1a3 loses within 8 plies, by the same lines.\n"));
  const std::string good = text_of_file(proof);
  // Four false proofs: the first claims a win in one ply less than the win takes, the second that White has won with
  // crowns on a1 and b1 against one piece on d3, the third lacks its last bytes, the fourth ends within the header.
  std::string hasty = good;
  hasty[14] = kProofPlies - 1;
  std::string unequal = good;
  unequal.replace(24, 24, 24, '\0');
  unequal[24] = unequal[40] = 3;  // white pieces, crowns
  unequal[33] = 8;                // black pieces
  for (const auto& [bad, words] :
       {std::pair{hasty, "a line takes"}, std::pair{unequal, "the claim is about no position of the game"},
        std::pair{good.substr(0, good.size() - 40), ""}, std::pair{good.substr(0, 20), ""}}) {
    std::ofstream(proof, std::ios::binary) << bad;
    const ProgramRun run = replay({proof});
    CHECK(run.exit_code == 1);
    CHECK(run.out.starts_with(proof + ": not proven: "));
    CHECK(contains(run.out, words));
    CHECK(run.err.empty());
  }
  for (const auto& [unusable, words] : {std::pair{folder.proof(false), "uisge verify-proof FILE --compact OUT"},
                                        std::pair{folder.file("missing"), "No such file"}}) {
    const ProgramRun run = replay({unusable});
    CHECK(run.exit_code == 1);
    CHECK(contains(run.out, words));
    CHECK(run.err.empty());
  }
}
