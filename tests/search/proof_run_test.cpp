// Tests whole runs of the prover: what they keep if a later part of the run fails, and how they treat a game that is
// over.
#include "solver/search/proof_run.h"
#include "solver/search/certificate_check.h"
#include "solver/search/file_fields.h"
#include "tests/core/oracle_bridge.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

namespace {

constexpr BoardSize kRunBoard{4, 3};
constexpr int kRunPieces = 2;

// Makes certificates in the first calls, `good` in number. All later calls fail.
struct FailingMaker {
  int good;
  tl::unexpected<Error> error;
  int calls = 0;
  Result<Certificate> operator()(Prover& prover, const Position& position, Verdict verdict) {
    if (++calls > good) return error;
    return certificate_of(prover, position, verdict);
  }
};

Result<Proved> run_with(const Board& board, const Position& position, FailingMaker& maker, bool tighten,
                        const std::string& state = {}) {
  ProofTask task;
  task.limits.memory_bytes = 1 << 20;
  task.state = state;
  task.tighten = tighten;
  task.make_certificate = std::ref(maker);
  return run_proof(board, {}, position, task);
}

}  // namespace

TEST_CASE("a proof stays if the search for a faster win fails", "[search]") {
  const Board board(kRunBoard);
  const oracle::SolvedGame solved(oracle_game(kRunBoard, kRunPieces, {}));
  int interrupted = 0;
  int failed = 0;
  for (std::size_t i = 0; i < solved.universe().size(); i += 7) {
    const oracle::Label label = solved.labels()[i];
    if (label.outcome == oracle::Outcome::kDraw || label.distance < 5) continue;
    const Position position = from_oracle(solved.universe().position(i));
    const bool is_interrupt = interrupted <= failed;
    FailingMaker maker{1, is_interrupt ? interrupted_error("stopped") : resource_error("the memory is full")};
    const auto proved = run_with(board, position, maker, true);
    REQUIRE(proved.has_value());
    if (maker.calls == 1) continue;  // the first proof already had the fastest win, so no second one was made
    CAPTURE(to_text(board, position));
    REQUIRE(proved->certificate.has_value());
    const Certificate whole = concrete(board, KeyMaker(board, best_instruction_set()), *proved->certificate);
    CHECK(check_certificate(whole, UINT64_MAX, nullptr).value().flaw == std::nullopt);
    CHECK(proved->verdict.plies == whole.plies);
    CHECK(whole.plies > label.distance);
    CHECK_FALSE(proved->is_exact);
    CHECK(proved->trouble.has_value() == is_interrupt);
    CHECK((proved->end == ProverEnd::kCancelled) == is_interrupt);
    ++(is_interrupt ? interrupted : failed);
    if (failed == 3) break;
  }
  CHECK(failed > 0);
}

TEST_CASE("a run that fails after its search has saved its state", "[search]") {
  const TemporaryDirectory directory;
  const Board board(kRunBoard);
  const Position start = parse_position("4/1bb1/1ww1 w").value();
  FailingMaker good{1, interrupted_error("stopped")};
  const auto alone = run_with(board, start, good, false);
  REQUIRE(alone.has_value());
  const std::string state = directory.file("state");
  FailingMaker bad{0, interrupted_error("stopped")};
  check_error(run_with(board, start, bad, false, state), ErrorKind::kInterrupted, state + " keeps what was found");
  FailingMaker better{1, interrupted_error("stopped")};
  const auto later = run_with(board, start, better, false, state);
  REQUIRE(later.has_value());
  CHECK(later->visits < alone->visits);
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
        const auto proved = run_proof(board, rules, position, task);
        REQUIRE(proved.has_value());
        CHECK(proved->verdict == Verdict{outcome, 0});
        CHECK(proved->end == ProverEnd::kDecided);
        CHECK(proved->unproved == (is_guided ? std::optional<std::size_t>(0) : std::nullopt));
        REQUIRE(proved->certificate.has_value() == (outcome != Outcome::kDraw));
        ++(outcome == Outcome::kWin ? wins : outcome == Outcome::kLoss ? losses : draws);
        if (!proved->certificate) continue;
        CHECK(check_certificate(concrete(board, keys, *proved->certificate), UINT64_MAX, nullptr).value().flaw ==
              std::nullopt);
      }
    }
  }
  CHECK(std::min({wins, losses, draws}) > 0);
}
