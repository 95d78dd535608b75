// Tests whole runs of the prover: what they keep if a later part of the run fails or is cancelled, and how they treat a
// game that is over.
#include "solver/search/proof_run.h"
#include "core/start.h"
#include "solver/search/certificate_file.h"
#include "solver/search/file_fields.h"
#include "solver/search/proof_conversion.h"
#include "solver/search/proof_file.h"
#include "tests/search/small_prover.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

namespace {

Result<Certificate> make_none(Prover&, const Position&, Verdict, const Strategy&) {
  return interrupted_error("stopped");
}
Result<Certificate> make_without_facts(Prover&, const Position&, Verdict, const Strategy&) {
  return resource_error("lost");
}

}  // namespace

TEST_CASE("a proof stays if it is cancelled while it is shortened, and another run goes on from it", "[search]") {
  const TemporaryDirectory directory;
  const Board board({7, 6});
  const RuleSet rules{StuckRule::kDraws, false};
  const Position start = start_position(board, 5).value();  // won in 29 plies (docs/results.csv)
  std::atomic<bool> cancel{false};
  int first_plies = 0;
  ProofTask task;
  task.limits.memory_bytes = 1 << 26;
  task.limits.cancel = &cancel;
  task.tighten = true;
  task.tighten_observer = [&](const ShorteningProgress& now) {
    CHECK(now.done <= now.total);
    if (first_plies == 0) first_plies = now.plies;
    if (now.plies < first_plies) cancel = true;
  };
  const Proved proved = run_proof(board, rules, start, task).value();
  CHECK(proved.end == ProverEnd::kCancelled);
  CHECK_FALSE(proved.is_exact);
  CHECK(proved.verdict.plies >= 29);
  CHECK(proved.verdict.plies < first_plies);
  const KeyMaker keys(board, best_instruction_set());
  CHECK(flaw_of(board, keys, *proved.certificate) == std::nullopt);

  ProofTask next;
  next.limits.memory_bytes = 1 << 26;
  next.guide = directory.file("a.proof");
  for (const bool is_compact : {false, true}) {
    const auto place = OutputPlace::claim(next.guide, kProofFile);
    REQUIRE(place.has_value());
    REQUIRE(write_proof(*place, board, *proved.certificate, is_compact));
    const Proved followed = run_proof(board, rules, start, next).value();
    CHECK(followed.unproved == 0);
    CHECK(followed.visits == 0);
    CHECK(followed.verdict.is_win());
    // An interruption may leave numbers of plies that are greater than the moves need.
    CHECK(followed.verdict.plies <= proved.verdict.plies);
    CHECK(followed.verdict.plies >= 29);
    CHECK(flaw_of(board, keys, *followed.certificate) == std::nullopt);
  }
  // The file is compact now. A run that is cancelled before it has read the file leaves it at once.
  next.limits.cancel = &cancel;
  check_error(run_proof(board, rules, start, next), ErrorKind::kInterrupted);
}

TEST_CASE("the wins of a proof help to prove positions that it does not reach", "[search][parallel]") {
  const TemporaryDirectory directory;
  const Board board(kSmallBoard);
  std::size_t guided = 0;
  std::uint64_t visits_alone = 0;
  std::uint64_t visits_guided = 0;
  for (const RuleSet rules : kAllRuleSets) {
    const oracle::SolvedGame solved(oracle_game(kSmallBoard, kSmallPieces, rules));
    ProofTask task;
    task.limits.memory_bytes = 1 << 20;
    const Position proved_win = hardest(rules, oracle::Outcome::kWin);
    const Certificate known = *run_proof(board, rules, proved_win, task).value().certificate;
    ProofTask with_guide = task;
    with_guide.guide = directory.file("a.proof");
    REQUIRE(write_proof(OutputPlace::claim(with_guide.guide, kProofFile).value(), board, known, true));
    const auto prover = prover_of(board, rules);
    CHECK(run_proof(board, rules, proved_win, with_guide).value().unproved == 0);
    std::filesystem::remove(directory.file("state"));
    for (std::size_t i = 0; i < solved.labels().size(); i += 97) {
      const auto& label = solved.labels()[i];
      if (label.outcome == oracle::Outcome::kDraw || label.distance == 0) continue;
      const Position position = from_oracle(solved.universe().position(i));
      CAPTURE(to_text(board, position), to_string(rules));
      with_guide.limits.threads = 1 + i % 2;
      const Proved proved = run_proof(board, rules, position, with_guide).value();
      CHECK(proved.verdict.is_win() == (label.outcome == oracle::Outcome::kWin));
      CHECK(proved.verdict.is_loss() == (label.outcome == oracle::Outcome::kLoss));
      CHECK(proved.verdict.plies >= label.distance);
      check_classes(*prover, proved.certificate.value());
      if (proved.unproved) continue;  // the proof reaches the position
      ++guided;
      with_guide.state = directory.file("state");
      with_guide.tighten = true;
      const Proved tight = run_proof(board, rules, position, with_guide).value();
      CHECK(tight.verdict.plies == label.distance);
      check_classes(*prover, tight.certificate.value());
      with_guide.state.clear();
      with_guide.tighten = false;
      if (with_guide.limits.threads != 1) continue;
      visits_guided += proved.visits;
      visits_alone += run_proof(board, rules, position, task).value().visits;
    }
  }
  CHECK(guided > 100);
  CHECK(visits_guided < visits_alone);
}

TEST_CASE("a false proof helps nobody, and a cancelled run stops while a proof is read or replayed", "[search]") {
  const TemporaryDirectory directory;
  const Board board(kSmallBoard);
  const Position start = parse_position("4/bb2/1ww1 w").value();
  const Position other = parse_position("4/1bb1/1ww1 w").value();
  ProofTask task;
  task.limits.memory_bytes = 1 << 20;
  const Certificate known = *run_proof(board, {}, start, task).value().certificate;
  // A true claim, and a false line that no game reaches: the move does not end the game.
  Certificate wrong = concrete(board, KeyMaker(board, best_instruction_set()), known);
  const Position lost = parse_position("4/bw2/wb2 w").value();
  wrong.strategy[lost] = {parse_move(board, {}, lost, "a1a3").value(), 1};
  task.guide = directory.file("a.proof");
  const auto place = [&] { return OutputPlace::claim(task.guide, kProofFile).value(); };
  for (const bool is_compact : {true, false}) {
    CAPTURE(is_compact);
    REQUIRE((is_compact ? write_compact_proof(place(), wrong) : write_certificate(place(), board, wrong)));
    check_error(run_proof(board, {}, other, task), ErrorKind::kUsage, "is no proof where a stuck player loses");
    CHECK(run_proof(board, {}, start, task).value().unproved == 0);  // follows the true lines
    REQUIRE(write_proof(place(), board, known, is_compact));
    CHECK(run_proof(board, {}, other, task).value().verdict.is_win());
    // The first report comes while the proof is read, the next one while it is replayed.
    for (const int last_report : {1, 2}) {
      std::atomic<bool> cancel{false};
      int reports = 0;
      ProofTask cancelled = task;
      cancelled.limits.cancel = &cancel;
      cancelled.guide_observer = [&](const CompletionProgress&) { cancel = ++reports >= last_report; };
      const bool is_first = last_report == 1;
      check_error(run_proof(board, {}, other, cancelled), ErrorKind::kInterrupted,
                  is_first ? "a.proof: interrupted while it was read" : "");
      CHECK(reports == last_report);
    }
  }
}

TEST_CASE("a proof is not read further once the caller has cancelled", "[search]") {
  const TemporaryDirectory directory;
  const Board board(kSmallBoard);
  const KeyMaker keys(board, best_instruction_set());
  ProofTask task;
  task.limits.memory_bytes = 1 << 20;
  const Certificate known = *run_proof(board, {}, hardest({}, oracle::Outcome::kWin), task).value().certificate;
  const std::string path = directory.file("a.proof");
  std::atomic<bool> cancel{false};
  const auto stop = [&](std::uint64_t) { cancel = true; };
  for (const bool is_compact : {true, false}) {
    CAPTURE(is_compact);
    REQUIRE(write_proof(OutputPlace::claim(path, kProofFile).value(), board, known, is_compact));
    cancel = false;
    // A compact proof is opened without its lines.
    CHECK(ProofFile::open(path, {UINT64_MAX, &cancel}, stop).has_value() == is_compact);
    CHECK(cancel == !is_compact);
    cancel = false;
    const ProofFile proof = ProofFile::open(path, {UINT64_MAX, &cancel}).value();
    check_error(proof.strategy(stop), ErrorKind::kInterrupted);
    cancel = false;
    const Strategy moves = proof.strategy().value();
    REQUIRE(guide_of(board, keys, moves).size() > 3);
    CHECK(guide_of(board, keys, moves, [](std::size_t classes) { return classes < 3; }).size() == 3);
  }
}

TEST_CASE("a proof reaches its claim, also where an answer of the loser ends the game", "[search]") {
  const TemporaryDirectory directory;
  const Board board({3, 3});
  const RuleSet rules{StuckRule::kWins, false};
  const Position position = parse_position("bb1/1wW/3 w").value();  // an answer leaves Black stuck, who thus has won
  ProofTask task;
  task.limits.memory_bytes = 1 << 20;
  const Proved alone = run_proof(board, rules, position, task).value();
  REQUIRE(alone.verdict.is_loss());
  task.guide = directory.file("a.proof");
  REQUIRE(write_proof(OutputPlace::claim(task.guide, kProofFile).value(), board, *alone.certificate, true));
  const Proved followed = run_proof(board, rules, position, task).value();
  CHECK(followed.verdict == alone.verdict);
  CHECK(followed.unproved == 0);
  CHECK(followed.visits == 0);
}

TEST_CASE("a run that fails or is cancelled after its search has saved its state", "[search]") {
  const TemporaryDirectory directory;
  const Board board({4, 3});
  const Position start = parse_position("4/1bb1/1ww1 w").value();
  ProofTask task;
  task.limits.memory_bytes = 1 << 20;
  const Proved alone = run_proof(board, {}, start, task).value();
  ProofTask ended = task;
  ended.state = directory.file("state");
  ended.make_certificate = make_none;
  const Proved verdict = run_proof(board, {}, start, ended).value();
  CHECK(verdict.verdict.outcome == alone.verdict.outcome);
  CHECK(verdict.end == ProverEnd::kCancelled);
  CHECK_FALSE(verdict.certificate.has_value());
  ended.state = directory.file("other");
  ended.make_certificate = make_without_facts;
  check_error(run_proof(board, {}, start, ended), ErrorKind::kResource, "lost");
  for (const char* const state : {"state", "other"}) {
    task.state = directory.file(state);
    const Proved later = run_proof(board, {}, start, task).value();
    CHECK(later.visits < alone.visits);
  }
}

TEST_CASE("a run with a guide or without one gives a game that is over its outcome, and proves it", "[search]") {
  const TemporaryDirectory directory;
  const Board board({2, 2});
  const KeyMaker keys(board, best_instruction_set());
  int wins = 0;
  int losses = 0;
  int draws = 0;
  for (const RuleSet rules : kAllRuleSets) {
    const std::string guide = directory.file("guide");
    std::ofstream(guide) << "uisge-guide 1\nrules " << rules_field(rules) << '\n';
    // docs/rules.md: White has completed; Black has completed; both sides are stuck.
    const bool stuck_wins = rules.stuck == StuckRule::kWins;
    const bool stuck_loses = rules.stuck == StuckRule::kLoses;
    const std::pair<const char*, Outcome> ends[] = {{"Wb/2 w", Outcome::kWin},
                                                    {"Wb/2 b", Outcome::kLoss},
                                                    {"wB/2 w", Outcome::kLoss},
                                                    {"wb/bw w", stuck_wins    ? Outcome::kWin
                                                                : stuck_loses ? Outcome::kLoss
                                                                              : Outcome::kDraw}};
    for (const auto& [text, outcome] : ends) {
      const Position position = parse_position(text).value();
      REQUIRE(outcome_if_over(board, rules, position) == outcome);
      for (const bool is_guided : {false, true}) {
        CAPTURE(text, to_string(rules), is_guided);
        ProofTask task;
        task.limits.memory_bytes = 1 << 20;
        if (is_guided) task.guide = guide;
        const Proved proved = run_proof(board, rules, position, task).value();
        CHECK(proved.verdict == Verdict{outcome, 0});
        CHECK(proved.end == ProverEnd::kDecided);
        CHECK(proved.unproved == (is_guided ? std::optional<std::size_t>(0) : std::nullopt));
        REQUIRE(proved.certificate.has_value() == (outcome != Outcome::kDraw));
        ++(outcome == Outcome::kWin ? wins : outcome == Outcome::kLoss ? losses : draws);
        if (proved.certificate) CHECK(flaw_of(board, keys, *proved.certificate) == std::nullopt);
      }
    }
  }
  CHECK(std::min({wins, losses, draws}) > 0);
}
