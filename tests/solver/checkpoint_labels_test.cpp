// Compares the answers from the checkpoint of an unfinished solve with the oracle: decided answers must be right, and
// undecided positions must have no result within the solved plies.
#include "solver/checkpoint/checkpoint_labels.h"
#include "core/notation.h"
#include "core/start.h"
#include "db/probe.h"
#include "solver/checkpoint/ply_log.h"
#include "tests/core/oracle_bridge.h"
#include "tests/db/naive_labels.h"
#include "tests/solver/engine_labels.h"
#include "tests/solver/stopped_solve.h"

using namespace uisge;
using namespace uisge::test;

namespace {

bool is_longer(oracle::Label label, int plies) {
  return label.outcome == oracle::Outcome::kDraw || label.distance > plies;
}

// Says what is wrong with an answer from a checkpoint that has decided `decided_plies` plies; empty if the answer is
// true and complete.
std::string fault(const oracle::SolvedGame& witness, const RuleSet rules, const oracle::Position& position,
                  const Analysis& answer, int decided_plies) {
  const oracle::Label truth = witness.label(position);
  // An answer also uses the positions after the moves, so it reaches one ply further than the checkpoint.
  const int reach = decided_plies + 1;
  const auto is_true = [reach](Verdict verdict, oracle::Label label) {
    if (!verdict.is_decided()) return is_longer(label, reach) && verdict.plies == reach;
    return to_oracle(encode_label({*verdict.outcome, verdict.plies})) == label;
  };
  if (!is_true(answer.verdict, truth)) return "wrong verdict";
  const Board board({position.files, position.ranks});
  const Position start = from_oracle(position);
  if (answer.moves.size() != playable_moves(board, rules, start).size()) return "moves are missing";
  int last_rank = 0;
  for (const RankedMove& move : answer.moves) {
    const oracle::Label move_truth =
        witness.label_by_move(oracle::parse(to_text(board, play(board, start, move.move))));
    if (!is_true(move.verdict, move_truth)) return "wrong move " + to_text(board, move.move);
    const bool is_best = answer.verdict.is_decided() && move_truth == truth;
    if (move.best != is_best) return "best or not: " + to_text(board, move.move);
    const int rank = !move.verdict.is_decided() ? 1 : move.verdict.is_win() ? 0 : move.verdict.is_draw() ? 2 : 3;
    if (rank < last_rank) return "order of moves";
    last_rank = rank;
  }
  return "";
}

// Compares a checkpoint's answer about every position with the oracle's labels, and returns the first fault; empty if
// there is none. The checkpoint must have `plies` complete plies, or only ply 0 if that ply decides nothing.
std::string first_fault(const std::string& path, const oracle::SolvedGame& witness, RuleSet rules, std::size_t plies) {
  auto labels = CheckpointLabels::open(path, 1 << 20);
  if (!labels) return labels.error().message;
  const std::size_t complete = (*labels)->log().plies().size();
  // If ply 0 decides nothing, it is complete before the solve can be stopped.
  if (complete != plies && complete != 1) return "another number of plies";
  Probe probe(std::move(*labels));
  for (std::size_t i = 0; i < witness.universe().size(); ++i) {
    const oracle::Position position = witness.universe().position(i);
    const auto answer = probe.analyse(from_oracle(position));
    if (!answer) return answer.error().message;
    const std::string wrong =
        fault(witness, rules, position, *answer, complete == 0 ? 0 : static_cast<int>(complete) - 1);
    if (!wrong.empty()) return oracle::print(position) + ": " + wrong;
  }
  return "";
}

SolveRequest request_for(const TemporaryDirectory& directory, const DatabaseIdentity& identity) {
  return {.identity = identity, .output = directory.file("x.uisge")};
}

}  // namespace

TEST_CASE("a solve stopped after any ply answers every position as the oracle says", "[checkpoint][oracle]") {
  const TemporaryDirectory directory;
  for (const RuleSet rules : kAllRuleSets) {
    CAPTURE(to_string(rules));
    const oracle::SolvedGame witness(oracle_game({3, 3}, 2, rules));
    SolveRequest request = request_for(directory, {{3, 3}, 2, rules});
    request.resume = true;
    std::size_t plies = 0;
    while (!solve_for(request, static_cast<int>(plies))) {
      CAPTURE(plies);
      REQUIRE(first_fault(ply_log_path(request.output), witness, rules, plies) == "");
      ++plies;
    }
    CHECK(plies > static_cast<std::size_t>(oracle::count(witness.labels()).longest_distance));
  }
}

TEST_CASE("lines of an unfinished solve end the game in time, and open positions have no line",
          "[checkpoint][oracle]") {
  const TemporaryDirectory directory;
  SolveRequest request = request_for(directory, {{4, 3}, 2, {}});
  REQUIRE(!solve_for(request, 6));
  const oracle::Universe universe(4, 3, 2);
  Probe probe(CheckpointLabels::open(ply_log_path(request.output), 1 << 20).value());
  int lines = 0;
  int none = 0;
  for (std::size_t i = 0; i < universe.size(); ++i) {
    Position here = from_oracle(universe.position(i));
    const Analysis analysis = probe.analyse(here).value();
    const auto line = probe.main_line(here).value();
    if (!analysis.verdict.is_decided()) {
      ++none;
      REQUIRE(line.empty());
      continue;
    }
    ++lines;
    REQUIRE(line.size() == analysis.verdict.plies);
    for (const Move move : line) here = play(probe.board(), here, move);
    REQUIRE(game_end(probe.board(), {}, here) != GameEnd::kNotOver);
  }
  CHECK(lines > 0);
  CHECK(none > 0);
}

TEST_CASE("a checkpoint answers while a solve writes it", "[checkpoint][parallel]") {
  const TemporaryDirectory directory;
  SolveRequest request = request_for(directory, {{4, 4}, 3, {}});
  request.threads = 2;
  std::optional<Result<SolveResult>> finished;
  std::atomic<bool> done{false};
  std::atomic<bool> is_answered{false};
  int waits = 0;
  std::thread solver([&] {
    SolveObserver observer;
    // The solve waits in ply 3 (plies count from 0) until the reader has had an answer.
    observer.progress = [&](const SolveProgress& progress) {
      if (progress.phase != SolvePhase::kPlies || progress.ply != 3) return;
      for (; waits < 20'000 && !is_answered; ++waits) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    };
    finished = solve(request, observer, std::atomic<bool>{false});
    done = true;
  });
  std::vector<Analysis> answers;
  const Board board(request.identity.board);
  const Position start = start_position(board, 3).value();
  std::string wrong;
  std::size_t plies = 0;
  while (!done) {
    auto labels = CheckpointLabels::open(ply_log_path(request.output), 1 << 24);
    if (!labels) continue;  // the file does not exist yet, has no header yet, or was removed
    const std::size_t now = (*labels)->log().plies().size();
    if (now < plies) wrong = "fewer plies than before";
    plies = now;
    auto answer = Probe(std::move(*labels)).analyse(start);
    if (answer) answers.push_back(*answer);
    if (!answer) wrong = answer.error().message;
    is_answered = true;
  }
  solver.join();
  REQUIRE(finished->has_value());
  CHECK(wrong == "");
  CHECK(!answers.empty());
  const Database database = Database::open(request.output).value();
  const Verdict truth = Probe(database).analyse(start).value().verdict;
  for (const Analysis& answer : answers) {
    if (answer.verdict.is_decided()) {
      CHECK(answer.verdict == truth);
    } else {
      CHECK((truth.is_draw() || truth.plies > answer.verdict.plies));
    }
  }
}

TEST_CASE("a checkpoint of a board with other placements is refused", "[checkpoint][damage]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("x.plies");
  // The board has 1820 sets of four squares, but fewer placements.
  REQUIRE(PlyLog::create(path, {{{4, 4}, 2, {}}, 1820, 64}, false));
  check_error(CheckpointLabels::open(path, 1 << 20), ErrorKind::kBadFile, "x.plies: has 1820 placements, ");
}
