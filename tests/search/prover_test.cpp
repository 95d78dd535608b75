// Compares the prover with the oracle's solved boards, and checks its certificates by the plain rules.
#include "solver/search/prover.h"
#include "core/start.h"
#include "solver/search/proof_conversion.h"
#include "solver/search/proved_strategy.h"
#include "tests/search/small_prover.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

namespace {

// The prover shows that nobody wins a drawn position within this number of plies. Proofs for 500 plies would take long.
constexpr int kDrawPlies = 21;

// The real game under `draws`: the start is won within 69 plies (docs/known.csv).
const Board kBoard76(kRealBoard);
const Position kStart = start_position(kBoard76, kMaxPieces).value();
constexpr RuleSet kRules76{StuckRule::kDraws, false};

void check_position(Prover& prover, const Position& position, const oracle::Label& label) {
  INFO(to_text(prover.board(), position) << " " << to_string(prover.rules()));
  if (label.outcome == oracle::Outcome::kDraw) {
    for (const Attacker attacker : {Attacker::kMover, Attacker::kOpponent}) {
      CHECK(prover.win_within(position, attacker, kDrawPlies).is_no_win());
    }
    return;
  }
  const ProverResult result = prover.prove(position);
  REQUIRE(result.end == ProverEnd::kDecided);
  REQUIRE(result.verdict.outcome == from_oracle(label).outcome);
  CHECK(result.verdict.plies >= label.distance);
  const Certificate certificate = certificate_of(prover, position, result.verdict).value();
  CHECK(certificate.plies >= label.distance);
  CHECK(certificate.plies <= result.verdict.plies);
  CHECK(flaw_of(prover.board(), prover.keys(), certificate) == std::nullopt);
  CHECK(lines_of(concrete(prover.board(), prover.keys(), certificate)).has_value());  // a pass is its own image
  if (label.distance > 0) {
    const Attacker winner = result.verdict.is_win() ? Attacker::kMover : Attacker::kOpponent;
    CHECK(prover.win_within(position, winner, label.distance).is_win());
    CHECK(prover.win_within(position, winner, label.distance - 1).is_no_win());
  }
}

}  // namespace

TEST_CASE("the prover agrees with the oracle, and its certificates are proofs", "[search][parallel]") {
  struct Sample {
    int files, ranks, pieces;
    std::size_t positions;  // per rule set
  };
  for (const auto& [files, ranks, pieces, positions] :
       {Sample{3, 3, 2, 300}, {4, 3, 2, 150}, {3, 3, 3, 150}, {4, 4, 2, 60}}) {
    const Board board({files, ranks});
    std::size_t threads = 1;
    for (const RuleSet rules : kAllRuleSets) {
      const oracle::SolvedGame solved(oracle_game(board.size(), pieces, rules));
      const auto prover = prover_of(board, rules, threads, 1 << 22);
      threads = threads == 4 ? 1 : 2 * threads;
      for (std::size_t i = 0; i < solved.universe().size(); i += solved.universe().size() / positions + 1) {
        check_position(*prover, from_oracle(solved.universe().position(i)), solved.labels()[i]);
      }
    }
  }
}

TEST_CASE("tables that forget nearly everything cost time, not truth", "[search]") {
  constexpr int kMostPlies = 7;
  const Board board({3, 3});
  const oracle::Universe universe(3, 3, 2);
  const oracle::MoveGraph graph(universe, false);
  int proved = 0;
  for (const RuleSet rules : kAllRuleSets) {
    if (rules.diagonal_jumps) continue;
    const auto labels = oracle::solve(graph, to_oracle(rules.stuck));
    const auto prover = prover_of(board, rules, 1, 2 * 64);  // each of the two tables has one bucket
    for (std::size_t i = 0; i < universe.size(); i += 11) {
      if (labels[i].outcome == oracle::Outcome::kDraw || labels[i].distance > kMostPlies) continue;
      const Position position = from_oracle(universe.position(i));
      INFO(to_text(board, position) << " " << to_string(rules));
      const bool is_win = labels[i].outcome == oracle::Outcome::kWin;
      CHECK(prover->win_within(position, is_win ? Attacker::kMover : Attacker::kOpponent, kMostPlies).is_win());
      CHECK(prover->win_within(position, is_win ? Attacker::kOpponent : Attacker::kMover, kMostPlies).is_no_win());
      const auto certificate =
          certificate_of(*prover, position, is_win ? Verdict::win(kMostPlies) : Verdict::loss(kMostPlies));
      if (!certificate) FAIL(certificate.error().message);
      CHECK(flaw_of(board, prover->keys(), *certificate) == std::nullopt);
      ++proved;
    }
  }
  CHECK(proved > 100);
}

TEST_CASE("a game that is over needs no search", "[search]") {
  const Board board({2, 2});
  const Position stuck = parse_position("wb/bw w").value();
  for (const StuckRule rule : kAllStuckRules) {
    const auto prover = prover_of(board, {rule, false});
    const ProverResult result = prover->prove(stuck);
    CHECK(result.end == ProverEnd::kDecided);
    CHECK(result.visits == 0);
    CHECK(result.verdict.is_win() == (rule == StuckRule::kWins));
    CHECK(result.verdict.is_loss() == (rule == StuckRule::kLoses));
    CHECK(certificate_of(*prover, stuck, result.verdict).has_value() == result.verdict.is_win_or_loss());
  }
}

TEST_CASE("a prover stops when told, and goes on from what it knows", "[search]") {
  std::atomic<bool> cancel{true};
  const ProverLimits limits{.memory_bytes = 1 << 24, .cancel = &cancel};
  const auto prover = Prover::make(kBoard76, kRules76, limits).value();
  CHECK(prover->prove(kStart).end == ProverEnd::kCancelled);
  cancel = false;
  const SearchBudget budget{.visits = 1000};
  const NumberAnswer some = prover->win_within(kStart, Attacker::kMover, 97, budget);
  CHECK(!some.numbers.is_settled());
  CHECK(prover->visits() <= 1000);
  const NumberAnswer more = prover->win_within(kStart, Attacker::kMover, 97, budget);
  CHECK(more.numbers.proof > some.numbers.proof);
}

TEST_CASE("a prover takes every number of seconds", "[search]") {
  const Board board({3, 3});
  const Position start = start_position(board, 2).value();
  constexpr double kForever = std::numeric_limits<double>::infinity();
  constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
  const auto prover_within = [&](double seconds) {
    const ProverLimits limits{.memory_bytes = 1 << 20, .time = std::chrono::duration<double>(seconds)};
    return Prover::make(board, {}, limits).value();
  };
  for (const double seconds : {60.0, 3e9, 9.3e9, 1e10, 1e300, kForever, kNoNumber}) {
    CAPTURE(seconds);
    const auto prover = prover_within(seconds);
    CHECK_FALSE(prover->is_late());
    CHECK(prover->deadline().has_value() == (seconds < 3.1e9));
    if (const auto end = prover->deadline()) CHECK(*end > std::chrono::steady_clock::now());
    CHECK(prover->prove(start).verdict.is_win_or_loss());
  }
  for (const double seconds : {0.0, -1.0, -1e10, -1e300, -kForever}) {
    CAPTURE(seconds);
    const auto prover = prover_within(seconds);
    CHECK(prover->is_late());
    REQUIRE(prover->deadline().has_value());
    CHECK(*prover->deadline() <= std::chrono::steady_clock::now());
    CHECK(prover->prove(start).end == ProverEnd::kTimeUp);
  }
}

TEST_CASE("open numbers are found as they were, rounded up a little", "[search]") {
  OpenNumbers open = OpenNumbers::make(1 << 16).value();
  ProofNumbers found;
  CHECK_FALSE(open.find(5, found));
  for (const float number : {1.0F, 2.0F, 127.0F, 1e6F, 123456789.0F, 1e30F}) {
    open.store(5, {number, 3}, 4);
    REQUIRE(open.find(5, found));
    CHECK(found.proof >= number);
    CHECK(found.proof <= number * (1 + 1.0F / (1 << 16)));
    CHECK(found.disproof == 3);
  }
  // In a single bucket, the entries that took more work stay.
  OpenNumbers small = OpenNumbers::make(64).value();
  small.store(1, {1, 1}, 50);
  for (std::uint64_t hash = 2; hash < 50; ++hash) small.store(hash, {1, 1}, 1);
  CHECK(small.find(1, found));
  CHECK(small.find(49, found));
  CHECK_FALSE(small.find(2, found));
}

// The table lacks all facts but one, so how to win would have to be proved anew, in more than a budget's visits.
TEST_CASE("reading a strategy whose facts are lost keeps to its budget", "[search]") {
  const auto prover = prover_of(kBoard76, kRules76);
  prover->facts().store(prover->keys().key_of(pieces_of(kStart), Attacker::kMover).key, {-1, 69, {}, 1});
  const Strategy none;
  check_error(StrategyReader(*prover, none, {.visits = 1 << 14}).read_win(kStart, 69), ErrorKind::kResource,
              "lost how");
  const SearchBudget late{.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(50)};
  check_error(StrategyReader(*prover, none, late).read_win(kStart, 69), ErrorKind::kInterrupted);
}

TEST_CASE("the moves of a proof are read within the prover's time", "[search]") {
  const ProverLimits limits{.memory_bytes = 1 << 20, .time = std::chrono::milliseconds(50)};
  const auto prover = Prover::make(kBoard76, kRules76, limits).value();
  prover->facts().store(prover->keys().key_of(pieces_of(kStart), Attacker::kMover).key, {-1, 69, {}, 1});
  check_error(certificate_of(*prover, kStart, Verdict::win(69)), ErrorKind::kInterrupted);
}

TEST_CASE("reading the moves of a proof tells the observer now and then, and ends when it is cancelled", "[search]") {
  std::atomic<bool> cancel{false};
  int told = 0;
  ProverLimits limits{.memory_bytes = 1 << 20, .time = std::chrono::seconds(60), .cancel = &cancel};
  limits.observer = [&](const ProverProgress&) {
    if (++told == 3) cancel = true;
  };
  const auto prover = Prover::make(kBoard76, kRules76, limits).value();
  // The tables are empty, so one search without a limit of visits begins to prove the win anew.
  check_error(certificate_of(*prover, kStart, Verdict::win(69)), ErrorKind::kInterrupted);
  CHECK(told >= 3);
  CHECK_FALSE(prover->is_late());
}

// In a fresh table nearly every stored fact takes a page fault, which may clear a huge page, so some thousand
// positions would take seconds.
TEST_CASE("a search whose time is up visits no hundred positions more", "[search]") {
  const auto prover = prover_of(kBoard76, kRules76, 1, 1 << 22);
  const SearchBudget late{.deadline = std::chrono::steady_clock::now()};
  CHECK(prover->win_within(kStart, Attacker::kMover, 41, late).visits < 100);
}

TEST_CASE("an exception on one thread ends the search of all", "[search][parallel]") {
  ProverLimits limits{.memory_bytes = 1 << 22, .threads = 2, .time = std::chrono::seconds(60)};
  limits.observer = [](const ProverProgress&) { throw std::bad_alloc(); };
  const auto prover = Prover::make(kBoard76, kRules76, limits).value();
  CHECK_THROWS_AS(prover->prove(kStart), std::bad_alloc);
  CHECK_FALSE(prover->is_late());
}
