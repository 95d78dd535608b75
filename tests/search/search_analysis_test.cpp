// Compares the search's verdict of every move with the oracle's label of the position after it.
#include "solver/search/search_analysis.h"

#include <unistd.h>

#include "core/notation.h"
#include "solver/search/search_fallback.h"
#include "tests/core/oracle_bridge.h"
#include "tests/search/small_session.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

namespace {

oracle::Label label_of(const oracle::SolvedGame& solved, const Board& board, const Position& position) {
  return solved.label(oracle::parse(to_text(board, position)));
}

Position random_position_of(const oracle::SolvedGame& solved, std::mt19937& random) {
  return from_oracle(solved.universe().position(random() % solved.universe().size()));
}

// `verdict` is the verdict of a move, for the side that moves. `after` is the label of the position after the move.
void check_move(Verdict verdict, oracle::Label after, int looked) {
  const int plies = after.distance + 1;
  if (!verdict.is_decided()) {
    CHECK(verdict.plies <= looked);
    CHECK((after.outcome == oracle::Outcome::kDraw || plies > verdict.plies));
  } else if (verdict.is_draw()) {
    CHECK(after.outcome == oracle::Outcome::kDraw);
  } else {
    CHECK(after.outcome == (verdict.is_win() ? oracle::Outcome::kLoss : oracle::Outcome::kWin));
    CHECK(verdict.plies == plies);
  }
}

}  // namespace

TEST_CASE("every move is judged as the oracle does", "[search]") {
  constexpr int kPlies = 9;
  const Board board({4, 3});
  std::mt19937 random(11);
  for (const RuleSet rules : kAllRuleSets) {
    const oracle::SolvedGame solved(oracle_game({4, 3}, 2, rules));
    for (int i = 0; i < 60; ++i) {
      const Position position = random_position_of(solved, random);
      INFO(to_text(board, position) << " " << to_string(rules));
      const Analysis analysis = analyse(*session_for(board, rules, kPlies), position);
      const oracle::Label label = label_of(solved, board, position);
      CHECK(analysis.moves.size() == playable_moves(board, rules, position).size());
      for (const RankedMove& move : analysis.moves) {
        check_move(move.verdict, label_of(solved, board, play(board, position, move.move)), kPlies);
      }
      if (label.outcome != oracle::Outcome::kDraw && label.distance <= kPlies) {
        CHECK(analysis.verdict == from_oracle(label));
        // A move is best if its verdict equals the position's: both count plies from the position before the move.
        for (const RankedMove& move : analysis.moves) CHECK(move.best == (move.verdict == analysis.verdict));
      }
    }
  }
}

TEST_CASE("after a win is found, the other moves are searched some plies further", "[search]") {
  constexpr int kPlies = 9;
  constexpr int kFurther = 4;
  const Board board({4, 3});
  const oracle::SolvedGame solved({4, 3, 2});
  SearchFallback search({}, {.max_plies = kPlies, .memory_bytes = 1 << 20}, kFurther);
  std::mt19937 random(3);
  int losses = 0;
  for (int i = 0; i < 400; ++i) {
    const Position position = random_position_of(solved, random);
    const oracle::Label label = label_of(solved, board, position);
    if (label.outcome != oracle::Outcome::kWin || label.distance > kPlies || label.distance == 0) continue;
    const int looked = std::min(kPlies, label.distance + kFurther);
    INFO(to_text(board, position));
    const Analysis analysis = search.analyse(position).value();
    CHECK(analysis.verdict == from_oracle(label));
    for (const RankedMove& move : analysis.moves) {
      const oracle::Label after = label_of(solved, board, play(board, position, move.move));
      check_move(move.verdict, after, looked);
      if (!move.verdict.is_decided()) CHECK(move.verdict.plies == looked);
      losses += move.verdict.is_loss() ? 1 : 0;
    }
  }
  CHECK(losses > 20);
}

TEST_CASE("the search answers as a database would, and leaves undecided what it does not decide", "[search]") {
  constexpr int kPlies = 7;
  const Board board({3, 4});
  const oracle::SolvedGame solved({3, 4, 2});
  SearchFallback fallback({}, {.max_plies = kPlies, .memory_bytes = 1 << 20});
  std::mt19937 random(5);
  for (int i = 0; i < 300; ++i) {
    const Position position = random_position_of(solved, random);
    INFO(to_text(board, position));
    const oracle::Label label = label_of(solved, board, position);
    const Analysis analysis = fallback.analyse(position).value();
    const auto line = fallback.main_line(position, analysis.verdict).value();
    if (analysis.verdict.is_decided()) {
      CHECK(analysis.verdict == from_oracle(label));
      CHECK(line.size() == label.distance);
    } else {
      CHECK((label.outcome == oracle::Outcome::kDraw || label.distance > kPlies));
      CHECK(analysis.verdict.plies == kPlies);
      CHECK(line.empty());
    }
  }
}

TEST_CASE("the search adds distances to values, decides what is undecided, and contradicts what is false", "[search]") {
  SearchFallback search({}, {.max_plies = 9, .memory_bytes = 1 << 20});
  const Board board({3, 4});
  const oracle::SolvedGame solved({3, 4, 2});
  std::mt19937 random(17);
  int wins_and_losses = 0;
  for (int i = 0; i < 200; ++i) {
    const Position position = random_position_of(solved, random);
    const Analysis whole = search.analyse(position).value();
    if (!whole.verdict.is_win_or_loss() || whole.moves.empty()) continue;
    ++wins_and_losses;
    INFO(to_text(board, position));
    Analysis known = whole;
    known.verdict = without_distance(whole.verdict);
    for (std::size_t move = 0; move < whole.moves.size(); ++move) {
      Verdict& verdict = known.moves[move].verdict;
      verdict = move % 2 == 0 ? Verdict::undecided_within(1) : without_distance(verdict);
    }
    REQUIRE(search.complete(position, known));
    CHECK(known.verdict == whole.verdict);
    for (const RankedMove& move : whole.moves) {
      const auto same = std::find_if(known.moves.begin(), known.moves.end(),
                                     [&](const RankedMove& other) { return other.move == move.move; });
      REQUIRE(same != known.moves.end());
      CHECK(same->verdict.outcome == move.verdict.outcome);
      CHECK(same->best == move.best);
    }
    Analysis wrong = whole;
    wrong.verdict = {opposite(*whole.verdict.outcome), kUncountedPlies};
    check_error(search.complete(position, wrong), ErrorKind::kVerification);
    wrong.verdict = {whole.verdict.outcome, static_cast<Plies>(whole.verdict.plies + 2)};
    check_error(search.complete(position, wrong), ErrorKind::kVerification);
  }
  CHECK(wins_and_losses > 20);
}

// The address sanitizer's build leaves this test out, since the sanitizer keeps freed memory.
TEST_CASE("positions of many boards take no more memory than those of one", "[search][no-asan]") {
  const ProofLimits limits{.max_plies = 1, .memory_bytes = std::uint64_t{32} << 20};
  SearchFallback search({}, limits);
  const auto ask = [&](const char* text) { REQUIRE(search.analyse(parse_position(text).value())); };
  // Tables are reserved whole, and take memory only as they fill.
  const auto reserved_bytes = [] {
    std::uint64_t pages = 0;
    REQUIRE(std::ifstream("/proc/self/statm") >> pages);
    return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  };
  const std::uint64_t with_none = reserved_bytes();
  ask("4/bb2/1ww1 w");
  const std::uint64_t with_one = reserved_bytes();
  CHECK(with_one >= with_none + limits.memory_bytes / 2);
  for (const char* const text : {"5/bb3/1ww2 w", "6/bb4/1ww3 w", "7/bb5/1ww4 w", "8/bb6/1ww5 w"}) ask(text);
  CHECK(reserved_bytes() < with_one + limits.memory_bytes / 2);
}
