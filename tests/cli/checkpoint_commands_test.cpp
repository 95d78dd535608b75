// Runs `uisge query`, `info` and `check` on the checkpoint of an unfinished solve.
#include "solver/checkpoint/ply_log_reader.h"
#include "tests/cli/run_program.h"
#include "tests/db/naive_labels.h"
#include "tests/oracle/oracle_game.h"
#include "tests/solver/stopped_solve.h"

using namespace uisge;
using namespace uisge::test;
using Json = nlohmann::json;

namespace {

// A solve of 4x4 with three a side that was stopped after some plies, and the oracle's solution.
struct Stopped {
  explicit Stopped(int decided_plies) : plies(decided_plies) {
    REQUIRE(!solve_for({.identity = {{4, 4}, 3, {}}, .output = database()}, plies));
  }
  std::string database() const { return directory.file("x.uisge"); }
  std::string checkpoint() const { return ply_log_path(database()); }
  const oracle::Universe& universe() const { return solved.universe(); }
  const std::vector<oracle::Label>& labels() const { return solved.labels(); }
  // Whether the checkpoint has the position's value, or one ply of search from the position finds the value.
  bool is_known(oracle::Label label) const {
    return label.outcome != oracle::Outcome::kDraw && label.distance <= plies;
  }

  TemporaryDirectory directory;
  oracle::SolvedGame solved{{4, 4, 3}};
  int plies;
};

}  // namespace

TEST_CASE("query answers from a checkpoint, in JSON and in words", "[cli][checkpoint]") {
  const Stopped stopped(7);
  RunOptions options;
  std::vector<std::size_t> asked;
  for (std::size_t i = 0; i < stopped.universe().size(); i += 97) {
    asked.push_back(i);
    options.input += oracle::print(stopped.universe().position(i)) + "\n";
  }
  const ProgramRun run = run_well({"query", stopped.checkpoint(), "-", "--json"}, options);
  CHECK(run.err.empty());
  const auto answers = json_lines(run.out);
  REQUIRE(answers.size() == asked.size());
  std::string wrong;
  std::optional<std::size_t> open;
  for (std::size_t at = 0; at < asked.size(); ++at) {
    const std::size_t i = asked[at];
    const Json& answer = answers[at];
    const std::string line = answer.dump();
    const oracle::Label label = stopped.labels()[i];
    if (stopped.is_known(label)) {
      if (answer["value"] != to_string(label.outcome) || answer["distance"] != label.distance) wrong = line;
      if (answer["line"].size() != label.distance) wrong = line;
    } else {
      if (!answer["value"].is_null() || !answer["distance"].is_null()) wrong = line;
      if (answer["no_forced_win_within"] != 7 || !answer["line"].empty()) wrong = line;
      for (const Json& move : answer["moves"]) {
        if (move["best"] != (move["value"] == "loss" ? Json(false) : Json())) wrong = line;
      }
      open = i;
    }
  }
  CHECK(wrong == "");
  REQUIRE(open);
  const std::string position = oracle::print(stopped.universe().position(*open));
  const ProgramRun words = run_well({"query", stopped.checkpoint(), position});
  CHECK(contains(words.out, "White to move: no forced result within 7 plies\n"));
  CHECK(contains(words.out, "  open\n"));
  CHECK(!contains(words.out, "line:"));
  // Moves that are not known to draw have no hardness.
  const ProgramRun with_hardness = run_well({"query", stopped.checkpoint(), position, "--hardness", "1", "--json"});
  CHECK(with_hardness.out == run_uisge({"query", stopped.checkpoint(), position, "--hardness", "0", "--json"}).out);
}

TEST_CASE("where a checkpoint found by its name leaves a position open, a values database answers",
          "[cli][checkpoint]") {
  const Stopped stopped(7);
  const TemporaryDirectory folder;
  std::filesystem::copy_file(stopped.checkpoint(), folder.file("4x4-3-loses.uisge.plies"));
  run_well({"solve", "--values", "--board", "4x4", "--pieces", "3", "--out", folder.file("4x4-3-loses-values.uisge")});
  constexpr std::size_t kStep = 1999;
  RunOptions options;
  for (std::size_t i = 0; i < stopped.universe().size(); i += kStep) {
    options.input += oracle::print(stopped.universe().position(i)) + "\n";
  }
  const auto answers = json_lines(run_well({"query", "-", "--json", "--path", folder.path()}, options).out);
  std::size_t open = 0;
  for (std::size_t at = 0; at < answers.size(); ++at) {
    const oracle::Label label = stopped.labels()[at * kStep];
    CAPTURE(answers[at].dump());
    CHECK(answers[at]["value"] == to_string(label.outcome));
    CHECK(answers[at]["distance"] == (stopped.is_known(label) ? Json(label.distance) : Json()));
    if (!stopped.is_known(label)) ++open;
  }
  CHECK(open > 3);
  // Without the values database the positions are open, and a damaged one is left out.
  std::ofstream(folder.file("4x4-3-loses-values.uisge")) << "no database";
  const ProgramRun damaged = run_well({"query", "-", "--json", "--path", folder.path()}, options);
  CHECK(occurrences(damaged.err, "left out: ") == 1);
  CHECK(occurrences(damaged.out, "\"no_forced_win_within\":7") >= open);
}

TEST_CASE("info counts what a checkpoint has decided", "[cli][checkpoint]") {
  const Stopped stopped(7);
  const ProgramRun run = run_well({"info", stopped.checkpoint(), "--json"});
  const Json info = Json::parse(run.out);
  std::array<std::array<std::uint64_t, 2>, 7> expected{};
  std::uint64_t decided = 0;
  for (const oracle::Label& label : stopped.labels()) {
    if (label.outcome == oracle::Outcome::kDraw || label.distance >= expected.size()) continue;
    ++expected[label.distance][label.outcome == oracle::Outcome::kWin ? 0 : 1];
    ++decided;
  }
  check_fields(info, "complete", false, "decided_plies", 6, "live", stopped.universe().size(), "undecided",
               stopped.universe().size() - decided, "drawn", nullptr);
  REQUIRE(info["by_distance"].size() == expected.size());
  for (std::size_t d = 0; d < expected.size(); ++d) {
    check_fields(info["by_distance"][d], "won", expected[d][0], "lost", expected[d][1]);
  }
  CHECK(contains(run_uisge({"info", stopped.checkpoint()}).out, "all wins and losses within 6 plies are known"));
}

TEST_CASE("check accepts a checkpoint, names the bad ply of a damaged one, and names a missing database",
          "[cli][checkpoint]") {
  const Stopped stopped(5);
  CHECK(Json::parse(run_well({"check", stopped.checkpoint(), "--json"}).out)["plies"] == 5);
  {
    const auto whole = PlyLogReader::open(stopped.checkpoint()).value();
    std::filesystem::resize_file(stopped.checkpoint(), whole.complete_bytes());
    CHECK(!contains(run_well({"check", stopped.checkpoint()}).out, "incomplete"));
    std::filesystem::resize_file(stopped.checkpoint(), whole.complete_bytes() + 7);
    CHECK(contains(run_well({"check", stopped.checkpoint()}).out, ", then 7 bytes of an incomplete ply\n"));
  }

  check_refused({"query", stopped.database(), "4/bbb1/www1/4 w"}, 4, stopped.checkpoint());

  check_refused({"check", stopped.checkpoint(), "--sha256"}, 2);

  const auto log = PlyLogReader::open(stopped.checkpoint()).value();
  const Bytes bytes = read_bytes(stopped.checkpoint());
  write_bytes(stopped.checkpoint(), flipped(bytes, log.plies()[2].segments.front().offset));
  check_refused({"check", stopped.checkpoint()}, 3, "ply 2 is damaged");

  // A wrong bit in the head of a segment makes everything after that head unreadable.
  write_bytes(stopped.checkpoint(), flipped(bytes, log.plies()[1].end + 20));
  check_refused({"check", stopped.checkpoint()}, 3, "in ply 2, and the plies from there to 4 are out of reach");
}
