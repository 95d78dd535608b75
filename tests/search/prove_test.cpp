// Compares the search's values and exact distances with the oracle's solved boards, under every rule set.
#include "solver/search/prove.h"
#include "core/notation.h"
#include "core/start.h"
#include "solver/search/main_line.h"
#include "solver/search/proof_session.h"
#include "tests/core/grown_position.h"
#include "tests/core/oracle_bridge.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

namespace {

constexpr std::uint64_t kSmallTable = 1 << 20;

ProofResult proved(const Board& board, RuleSet rules, const Position& position, const ProofLimits& limits) {
  return prove(*ProofSession::make(board, rules, limits).value(), position);
}

// Checks the result of a search up to `max_plies` plies against the label of the position.
void check_against(const oracle::Label& label, const ProofResult& result, int max_plies) {
  if (label.outcome != oracle::Outcome::kDraw && label.distance <= max_plies) {
    CHECK(result.verdict == from_oracle(label));
  } else if (!result.verdict.is_draw()) {
    CHECK(result.verdict == Verdict::undecided_within(max_plies));
  } else {
    CHECK(label.outcome == oracle::Outcome::kDraw);
  }
}

// Checks the line of a won or lost position: its moves are legal, its length is the distance, and every move follows
// best play (it keeps the value and brings the end one ply closer).
void check_line(const oracle::SolvedGame& solved, oracle::Position position, const ProofResult& result) {
  int rest = result.verdict.plies;
  REQUIRE(static_cast<int>(result.line.size()) == rest);
  const Board board({solved.game().files, solved.game().ranks});
  for (const Move move : result.line) {
    const auto moves = solved.moves(position);
    REQUIRE(moves.contains(to_text(board, move)));
    position = moves.at(to_text(board, move));
    CHECK(solved.label(position).outcome != oracle::Outcome::kDraw);
    CHECK(solved.label(position).distance == --rest);
  }
}

struct Sample {
  int files, ranks, pieces;
  int positions;  // how many are checked per rule set
  int max_plies;
  std::uint64_t table_bytes = kSmallTable;
};

void check_sample(const Sample& sample, std::size_t threads) {
  const Board board({sample.files, sample.ranks});
  std::mt19937 random(2024);
  for (const RuleSet rules : kAllRuleSets) {
    const oracle::SolvedGame solved(oracle_game(board.size(), sample.pieces, rules));
    const oracle::Universe& universe = solved.universe();
    for (int i = 0; i < sample.positions; ++i) {
      const std::size_t index = std::uniform_int_distribution<std::size_t>(0, universe.size() - 1)(random);
      oracle::Position asked = universe.position(index);
      if (random() % 2 == 0) asked = oracle::colours_exchanged(asked);
      INFO(oracle::print(asked) << " " << to_string(rules));
      const ProofLimits limits{.max_plies = sample.max_plies, .memory_bytes = sample.table_bytes, .threads = threads};
      const ProofResult result = proved(board, rules, from_oracle(asked), limits);
      check_against(solved.labels()[index], result, sample.max_plies);
      if (result.verdict.is_win_or_loss()) check_line(solved, asked, result);
    }
  }
}

}  // namespace

TEST_CASE("the search agrees with the oracle on small boards", "[search]") {
  check_sample({4, 3, 2, 300, 16}, 1);
  check_sample({3, 3, 3, 300, 14}, 1);
  check_sample({5, 2, 3, 200, 14}, 1);
}

TEST_CASE("the search agrees with the oracle from several threads", "[search][parallel]") {
  check_sample({4, 3, 3, 60, 13}, 3);
}

// The table has four entries, so nearly every new fact replaces another.
TEST_CASE("the search agrees with the oracle with a table that is overwritten all the time", "[search]") {
  check_sample({4, 3, 2, 60, 12, 64}, 1);
  check_sample({3, 3, 3, 60, 9, 64}, 1);
}

// A stopped search returns to the root with answers from unfinished work, and must store none of them. Here every
// 64th look at the flag stops the search. After each stop the same question is asked again with the same
// table. Other tests compare undisturbed searches with the oracle.
TEST_CASE("a search that was stopped keeps nothing that was not proven", "[search]") {
  constexpr int kLooks = 64;
  const Board board({6, 5});
  FixedDice dice(7);
  int questions_stopped = 0;
  for (const RuleSet rules : {RuleSet{StuckRule::kLoses, false}, RuleSet{StuckRule::kPasses, true}}) {
    const auto undisturbed = ProofSession::make(board, rules, {.max_plies = 15, .memory_bytes = kSmallTable}).value();
    auto facts = FactTable::make(kSmallTable).value();
    SharedProof shared{board, facts};
    int looks = 0;
    const auto stopped = make_proof_worker(shared, rules, [&] { shared.stop = ++looks % kLooks == 0; });
    for (int i = 0; i < 60; ++i) {
      const Position position = grown_position(board, 4, dice);
      INFO(to_text(board, position) << " " << to_string(rules));
      const ProofResult truth = prove(*undisturbed, position);
      // A search that stops too early would answer no, so only positions with the right answer yes show such a fault.
      if (!truth.verdict.is_win_or_loss() || truth.verdict.plies == 0) continue;
      const Attacker attacker = truth.verdict.is_win() ? Attacker::kMover : Attacker::kOpponent;
      bool answer = false;
      int stops = -1;
      do {
        shared.stop = false;
        answer = stopped->wins(pieces_of(position), attacker, truth.verdict.plies);
        ++stops;
      } while (stopped->stopped() && stops < 1000);
      REQUIRE_FALSE(stopped->stopped());
      REQUIRE(answer);
      questions_stopped += stops > 0;
    }
  }
  CAPTURE(questions_stopped);
  CHECK(questions_stopped > 5);
}

TEST_CASE("a line whose search is stopped is cut short, and is marked as cancelled", "[search]") {
  const Board board({6, 5});
  const std::atomic<bool> cancel{true};
  ProofLimits limits{.max_plies = 15, .memory_bytes = kSmallTable};
  const auto undisturbed = ProofSession::make(board, {}, limits).value();
  limits.cancel = &cancel;
  FixedDice dice(7);
  int cut_short = 0;
  for (int i = 0; i < 60; ++i) {
    const Position position = grown_position(board, 4, dice);
    const ProofResult truth = prove(*undisturbed, position);
    if (!truth.verdict.is_win_or_loss()) continue;
    const auto stopped = ProofSession::make(board, {}, limits).value();
    const auto line = main_line(*stopped, position, truth.verdict);
    REQUIRE(line.size() <= truth.line.size());
    CHECK(std::equal(line.begin(), line.end(), truth.line.begin()));
    if (line.size() == truth.line.size()) continue;
    ++cut_short;
    CHECK(stopped->end() == ProofEnd::kCancelled);
  }
  CHECK(cut_short > 0);
}

TEST_CASE("the search agrees with the oracle on thousands of positions", "[search][.slow]") {
  check_sample({4, 4, 3, 250, 11}, 1);
  check_sample({5, 3, 3, 250, 11}, 2);
}

// By docs/results.csv, White wins with four a side on 7x6 in 37 plies if a stuck player loses, and in 45 plies if that
// player passes. Proofs on 7x5 take half as long as on 7x6. By the same list, White wins on 7x5 in 45 plies if a
// stuck player wins or draws. The search must find the four results without a database.
TEST_CASE("the start of four a side is proven by search alone", "[search][.slow]") {
  const auto [ranks, stuck, plies] =
      GENERATE(std::tuple(6, StuckRule::kLoses, 37), std::tuple(6, StuckRule::kPasses, 45),
               std::tuple(5, StuckRule::kWins, 45), std::tuple(5, StuckRule::kDraws, 45));
  CAPTURE(ranks, to_string(stuck));
  const Board board({7, ranks});
  const ProofLimits limits{.max_plies = plies, .memory_bytes = std::uint64_t{512} << 20, .threads = 2};
  const auto session = ProofSession::make(board, {stuck, false}, limits).value();
  const ProofResult result = prove(*session, start_position(board, 4).value());
  CHECK(result.verdict == Verdict::win(plies));
  CHECK(static_cast<int>(result.line.size()) == plies);
}
