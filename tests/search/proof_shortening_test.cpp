// Tests that a proof is shortened until it takes as many plies as the oracle's fastest win.
#include "solver/search/proof_shortening.h"
#include "core/notation.h"
#include "solver/search/proved_strategy.h"
#include "tests/search/small_prover.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

TEST_CASE("a proof is shortened to the exact distance", "[search][parallel]") {
  int longer = 0;
  for (const RuleSet rules : kAllRuleSets) {
    // Under `wins` a player may win by being stuck. With three a side on 5x2 this happens in one position of ten.
    const bool stuck_wins = rules.stuck == StuckRule::kWins;
    const Board board(stuck_wins ? BoardSize{5, 2} : kSmallBoard);
    const oracle::SolvedGame solved(oracle_game(board.size(), stuck_wins ? 3 : kSmallPieces, rules));
    for (std::size_t i = 0; i < solved.universe().size(); i += stuck_wins ? 97 : 5) {
      const oracle::Label label = solved.labels()[i];
      if (label.outcome == oracle::Outcome::kDraw || label.distance < 5) continue;
      const Position position = from_oracle(solved.universe().position(i));
      CAPTURE(to_text(board, position), to_string(rules));
      const std::uint64_t memory = !stuck_wins && i % 2 == 0 ? 2 * 64 : 1 << 20;  // 128 bytes hold eight facts
      const auto prover = prover_of(board, rules, 1 + i % 3, memory);
      const Certificate first = certificate_of(*prover, position, prover->prove(position).verdict).value();
      const Shortened shortened = shorten(*prover, first, {.first_visits = 1 + i % 100});
      CHECK(shortened.is_exact);
      CHECK(shortened.end == ProverEnd::kDecided);
      CHECK(shortened.certificate.kind == first.kind);
      CHECK(shortened.certificate.plies == label.distance);
      check_classes(*prover, shortened.certificate);
      if (first.plies > label.distance) ++longer;
    }
  }
  CHECK(longer > 50);
}

// In a proof, numbers of plies may be greater than the moves need. Facts have room for 1,022 plies.
TEST_CASE("a proof with thousands of plies is shortened, and its facts are right", "[search]") {
  const Board board(kSmallBoard);
  const oracle::SolvedGame solved(oracle_game(kSmallBoard, kSmallPieces, {}));
  int wins = 0;
  for (std::size_t i = 0; i < solved.universe().size() && wins < 20; ++i) {
    const oracle::Label label = solved.labels()[i];
    if (label.outcome != oracle::Outcome::kWin || label.distance < 5) continue;
    ++wins;
    const Position position = from_oracle(solved.universe().position(i));
    const auto first = prover_of(board, {});
    Certificate longer = certificate_of(*first, position, first->prove(position).verdict).value();
    const auto prover = Prover::make(board, {}, {.memory_bytes = 1 << 20, .time = std::chrono::seconds(30)}).value();
    // 1,025 plies would look like 1 ply in ten bits.
    const int more = wins % 2 == 0 ? 20'000 : 1025 - longer.plies;
    longer.plies += more;
    for (auto& [there, line] : longer.strategy) line.plies += more;
    const Shortened shortened = shorten(*prover, longer, {});
    CHECK(shortened.is_exact);
    CHECK(shortened.certificate.plies == label.distance);
    int false_facts = 0;
    for (std::size_t j = 0; j < solved.universe().size(); ++j) {
      const oracle::Label known = solved.labels()[j];
      for (const Attacker attacker : {Attacker::kMover, Attacker::kOpponent}) {
        const auto within = prover->known_win(from_oracle(solved.universe().position(j)), attacker);
        const auto wanted = attacker == Attacker::kMover ? oracle::Outcome::kWin : oracle::Outcome::kLoss;
        if (within && (known.outcome != wanted || known.distance > *within)) ++false_facts;
      }
    }
    CHECK(false_facts == 0);
  }
  CHECK(wins == 20);
}

TEST_CASE("a proof stays if the time is up or the user cancels before it is shortened", "[search]") {
  const Board board(kSmallBoard);
  const oracle::SolvedGame solved(oracle_game(kSmallBoard, kSmallPieces, {}));
  std::atomic<bool> cancel{true};
  const ProverLimits no_time{.memory_bytes = 1 << 20, .time = std::chrono::seconds(0)};
  const ProverLimits cancelled{.memory_bytes = 1 << 20, .cancel = &cancel};
  int longer = 0;
  for (std::size_t i = 0; i < solved.universe().size() && longer < 5; ++i) {
    const oracle::Label label = solved.labels()[i];
    if (label.outcome != oracle::Outcome::kWin) continue;
    const Position position = from_oracle(solved.universe().position(i));
    const auto prover = prover_of(board, {});
    const Certificate first = certificate_of(*prover, position, prover->prove(position).verdict).value();
    if (first.plies == label.distance) continue;
    ++longer;
    for (const auto& [limits, end] :
         {std::pair(no_time, ProverEnd::kTimeUp), std::pair(cancelled, ProverEnd::kCancelled)}) {
      const auto stopped = Prover::make(board, {}, limits).value();
      // That there is no win in fewer plies than the fastest does not make a longer proof exact.
      REQUIRE(stopped->win_within(position, Attacker::kMover, label.distance - 1).is_no_win());
      const Shortened shortened = shorten(*stopped, first, {});
      CHECK_FALSE(shortened.is_exact);
      CHECK(shortened.end == end);
      CHECK(shortened.certificate.plies == first.plies);
      check_classes(*stopped, shortened.certificate);
    }
  }
  CHECK(longer == 5);
}
