// Tests `uisge prove` as a whole program: the oracle knows who wins, and `verify-proof` replays the written proof.
#include "tests/cli/run_program.h"
#include "tests/cli/win_in_one.h"
#include "tests/db/naive_labels.h"
#include "tests/oracle/oracle_game.h"

using namespace uisge::test;
using nlohmann::json;

namespace {

// The start of two a side on 3x3 (docs/rules.md).
const std::string kStart33 = "3/bb1/1ww w";

oracle::Label start_label(oracle::Stuck stuck) {
  return oracle::SolvedGame({3, 3, 2, stuck}).label(oracle::parse(kStart33));
}

}  // namespace

TEST_CASE("prove finds the winner, and verify-proof accepts its proof", "[cli][prove]") {
  const TemporaryDirectory directory;
  const std::string proof = directory.file("a.proof");
  const oracle::Label start = start_label(oracle::Stuck::kLoses);
  REQUIRE(start.outcome != oracle::Outcome::kDraw);
  for (const std::string threads : {"1", "2"}) {
    const json found =
        run_json("prove", {"--board", "3x3", "--pieces", "2", "--memory", "1M", "--threads", threads, "--out", proof});
    check_fields(found, "position", kStart33, "value", to_string(start.outcome));
    CHECK(found["within"] >= start.distance);
    CHECK(found["ended"] == "decided");
    check_fields(run_json("verify-proof", {proof}), "proven", true, "within", found["within"]);
  }
  const json tight = run_json("prove", {kStart33, "--memory", "1M", "--tighten", "--out", proof});
  check_fields(tight, "within", start.distance, "exact", true);
  CHECK(run_json("verify-proof", {proof})["within"] == start.distance);
  CHECK(contains(run_uisge({"prove", kWinInOne, "--memory", "1M"}).out, "White to move wins within 1 ply"));
  std::filesystem::remove(proof);
  CHECK(run_uisge({"prove", kStart33, "--memory", "1M", "--out", proof}, {.out_path = "/dev/full"}).exit_code == 4);
  CHECK(run_json("verify-proof", {proof})["proven"] == true);
}

TEST_CASE("the command that checks a new proof can be pasted into a shell", "[cli][prove]") {
  const TemporaryDirectory directory;
  for (const std::string name : {"a.proof", "-a.proof", "it's $HOME.proof", "a!b \\\"c\\\".proof"}) {
    const std::string out =
        run_in_folder(directory.path(), {"prove", kWinInOne, "--memory", "1M", "--out=" + name}).out;
    const std::string before = ", check it with 'uisge ";
    REQUIRE(contains(out, before));
    const std::size_t begin = out.find(before) + before.size();
    const std::string command = out.substr(begin, out.rfind('\'') - begin);
    CAPTURE(command);
    CHECK(RunningProgram("/bin/sh", {"-c", "cd " + directory.path() + " && " + UISGE_PROGRAM + " " + command})
              .wait()
              .exit_code == 0);
  }
}

TEST_CASE("prove recognises a game that is over, and stops when told", "[cli][prove]") {
  // tests/search/proof_run_test.cpp has all ends of a game, with and without a guide.
  const TemporaryDirectory directory;
  const std::string guide = directory.file("guide");
  std::ofstream(guide) << "uisge-guide 1\nrules draws\n";
  check_fields(run_json("prove", {kWinInOne, "--moves", "a1c1", "--memory", "1M"}), "value", "loss", "within", 0);
  const json draw = run_json("prove", {"wb/bw w", "--memory", "1M", "--stuck", "draws", "--guide", guide});
  check_fields(draw, "value", "draw", "within", nullptr, "unproved", 0);
  check_refused({"prove", "--board", "3x3", "--pieces", "2", "--stuck", "draws", "--memory", "1M", "--guide", guide}, 2,
                "cannot guide");
  const json late = run_json("prove", {"--stuck", "draws", "--diagonal-jumps", "--memory", "1M", "--time", "0.2"});
  check_fields(late, "value", nullptr, "ended", "time");
}

TEST_CASE("prove says so if it writes no proof, and leaves an older proof of that name", "[cli][prove]") {
  const TemporaryDirectory directory;
  const std::string proof = directory.file("a.proof");
  const std::vector<std::string> late{"prove", "--stuck", "draws", "--diagonal-jumps", "--memory", "1M", "--time",
                                      "0.2",   "--out",   proof};
  const std::string message = "uisge: " + proof + ": not written, since nobody is proved to win";
  CHECK(run_well(late).err == message + "\n");
  CHECK_FALSE(std::filesystem::exists(proof));
  const ProgramRun won = run_well({"prove", kWinInOne, "--memory", "1M", "--out", proof});
  CHECK(won.err.empty());
  const std::string older = text_of_file(proof);
  CHECK(run_well(joined(late, {"--json"})).err == message + "; the file of this name is from an earlier run\n");
  CHECK(text_of_file(proof) == older);
}

TEST_CASE("prove goes on from its state, which only one run can use at a time", "[cli][prove]") {
  const TemporaryDirectory directory;
  RunningProgram running(UISGE_PROGRAM, {"prove", "--stuck", "draws", "--memory", "1M", "--state",
                                         directory.file("long"), "--threads", "2", "--json"});
  // After the first save, once the file of the next save is locked.
  REQUIRE(becomes_true([&] {
    return std::filesystem::exists(directory.file("long")) && std::filesystem::exists(directory.file("long.part"));
  }));
  check_refused({"prove", "--stuck", "draws", "--memory", "1M", "--state", directory.file("long")}, 4);
  running.send(SIGINT);
  const ProgramRun run = running.wait();
  CHECK(run.exit_code == 130);
  CHECK(json::parse(run.out)["ended"] == "interrupted");
  CHECK(contains(run.err, "long keeps it, and the same command goes on"));
  CHECK(run_json("prove", {"--stuck", "draws", "--memory", "1M", "--time", "0.1", "--state",
                           directory.file("long")})["ended"] == "time");

  check_refused({"prove", "--memory", "1M", "--state", directory.file("long")}, 3,
                "; choose another file with --state, or remove this one to begin anew");
}

TEST_CASE("sweeps find a guide, and prove makes a proof of it", "[cli][prove][values]") {
  const TemporaryDirectory directory;
  const std::string guide = directory.file("guide");
  const std::string proof = directory.file("a.proof");
  const std::vector<std::string> game{"--board", "4x5", "--pieces", "3", "--stuck"};
  const auto with = [&](const std::vector<std::string>& arguments, const std::string& stuck) {
    return joined(joined(arguments, game), {stuck});
  };
  // The start is lost in 42 plies under `draws` (docs/results.csv), so the strategy is for the side that moves second.
  // The program needs more than one round to find the strategy, and each round replaces the guide.
  CHECK(contains(run_well(with({"solve", "--values", "--prove-start", guide}, "draws")).err, "round 2: "));
  const json found =
      run_json("prove", with({"--guide", guide, "--out", proof, "--compact", "--memory", "16M"}, "draws"));
  check_fields(found, "value", "loss", "unproved", 0);
  CHECK(found["within"] >= 42);
  check_fields(run_json("verify-proof", {proof, "--stuck", "all"}), "proven", true, "version", 2);
  // A guide of other rules is refused, and so is a start that neither side wins.
  CHECK(run_uisge(with({"prove", "--guide", guide, "--memory", "16M"}, "loses")).exit_code == 3);
  const ProgramRun drawn = run_uisge({"solve", "--values", "--board", "7x2", "--pieces", "2", "--stuck", "draws",
                                      "--prove-start", directory.file("none")});
  CHECK(drawn.exit_code == 2);
  CHECK(contains(drawn.err, "the start is drawn"));
}

// The start of 4x4 with five a side is drawn (docs/results.csv). Memory does not hold the whole plane.
TEST_CASE("a drawn start leaves neither a guide nor a plane that nobody has named", "[cli][prove][values][no-asan]") {
  const TemporaryDirectory directory;
  const ProgramRun drawn =
      run_in_folder(directory.path(), {"solve", "--values", "--board", "4x4", "--pieces", "5", "--threads", "1",
                                       "--memory", "26M", "--prove-start", "guide"});
  CHECK(drawn.exit_code == 2);
  CHECK(contains(drawn.err, "the rest is in 4x4-5-loses-values.uisge.plane"));
  CHECK(contains(drawn.err, "the start is drawn"));
  CHECK(std::filesystem::is_empty(directory.path()));
}

// The start of 4x3 with two a side is won in 11 plies under every stuck rule (docs/results.csv).
TEST_CASE("a plane in a file leads to a proof", "[cli][prove][values]") {
  const TemporaryDirectory directory;
  const std::string guide = directory.file("guide");
  const std::string proof = directory.file("a.proof");
  const std::string plane = directory.file("plane");
  for (const std::string stuck : {"loses", "wins", "draws", "passes"}) {
    CAPTURE(stuck);
    const std::vector<std::string> game{"--board", "4x3", "--pieces", "2", "--stuck", stuck};
    const std::vector<std::string> solve = joined({"solve", "--values", "--plane", plane}, game);
    const std::vector<std::string> find = joined(solve, {"--prove-start", guide});
    const auto check_proof = [&] {
      const json found = run_json("prove", joined({"--guide", guide, "--out", proof, "--memory", "1M"}, game));
      check_fields(found, "value", "win", "unproved", 0);
      CHECK(found["within"] >= 11);
      CHECK(run_json("verify-proof", {proof})["proven"] == true);
    };
    std::filesystem::remove(plane);
    CHECK(contains(run_well(find).err, "what is won is kept in " + plane));
    check_proof();
    // The solve also continues from a whole plane, which stays unchanged, and from a plane that was cut off.
    run_well(joined(solve, {"--summary-only"}));
    const std::string whole = text_of_file(plane);
    CHECK(contains(run_well(find).err, "going on with what it holds"));
    CHECK(text_of_file(plane) == whole);
    check_proof();
    std::filesystem::resize_file(plane, whole.size() / 2);
    run_well(find);
    check_proof();
    CHECK_FALSE(std::filesystem::exists(plane + ".rounds"));
  }
  const std::vector<std::string> find{"solve", "--values", "--board", "4x3", "--pieces", "2", "--prove-start"};
  check_refused(joined(find, {guide, "--plane", plane}), 3, "is the plane of 4x3 with 2 pieces a side, passes");
  const std::string fresh = directory.file("fresh");
  check_refused(joined(find, {fresh, "--plane", fresh}), 2, "the plane needs another name");
  CHECK_FALSE(std::filesystem::exists(fresh));
}

// The tests above follow guides that a solve has written.
TEST_CASE("prove follows a proof, and shortens it", "[cli][prove]") {
  const TemporaryDirectory directory;
  const std::string proof = directory.file("a.proof");
  const oracle::Label start = start_label(oracle::Stuck::kWins);
  REQUIRE(start.outcome == oracle::Outcome::kWin);
  run_well({"prove", kStart33, "--stuck", "wins", "--memory", "1M", "--out", proof});
  const std::string compact = directory.file("compact.proof");
  run_well({"verify-proof", proof, "--compact", compact});
  for (const std::string& file : {proof, compact}) {
    const json tight =
        run_json("prove", {kStart33, "--stuck", "wins", "--memory", "1M", "--guide", file, "--tighten", "--out", file});
    check_fields(tight, "within", start.distance, "exact", true, "unproved", 0);
    CHECK(run_json("verify-proof", {file})["within"] == start.distance);
    check_refused({"prove", "--board", "4x3", "--pieces", "2", "--memory", "1M", "--guide", file}, 3,
                  "is a proof of another game");
  }
}
