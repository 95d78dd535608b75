// Tests that a run of the prover keeps what it has proved if a later part of the run fails.
#include "solver/search/proof_run.h"
#include "solver/search/certificate_check.h"
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
