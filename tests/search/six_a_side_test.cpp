// Tests the search with twelve pieces, the most that a position can have. The search's answers are compared with a
// plain look-ahead by plain rules, without keys, tables and bounds. Other tests compare the plain rules with the
// oracle.
#include "core/notation.h"
#include "core/piece_count.h"
#include "solver/search/plain_rules.h"
#include "tests/core/grown_position.h"
#include "tests/search/small_prover.h"
#include "tests/search/small_session.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

namespace {

// A live position of six a side.
Position live_position(const Board& board, FixedDice& dice) {
  for (;;) {
    const Position position = grown_position(board, kMaxPieces, dice);
    if (position.is_live()) return position;
  }
}

// The same position with one piece turned over, so that the two positions differ as little as possible.
Position turned_over(const Position& position, Square at) {
  return Position::unchecked(position.size(), position.mover_bb(), position.opponent_bb(),
                             position.crowns_bb() ^ SquareSet(at), position.side_to_move());
}

// Counts the positions that the search decides. The test must meet enough of them.
struct Decided {
  int won = 0;
  int lost = 0;
};

// Checks the whole answer by plain look-ahead.
void check_search(ProofSession& session, const Position& position, Decided& decided) {
  CAPTURE(to_text(session.board(), position), to_string(session.rules()));
  const ProofResult result = prove(session, position);
  if (result.verdict.is_draw()) return;  // the game is over and drawn
  REQUIRE(flaw_of(certify(session, position, result).value()) == std::nullopt);
  const Verdict verdict = result.verdict;
  if (!verdict.is_decided()) {
    REQUIRE(verdict.plies == session.limits().max_plies);
    return;
  }
  ++(verdict.is_win() ? decided.won : decided.lost);
  if (verdict.plies == 0) return;
  REQUIRE(flaw_of({session.rules(), position, ClaimKind::kNone, verdict.plies - 1, {}}) == std::nullopt);
}

// Asks one session about random positions, and about the positions that differ from these in one turned piece. A fact
// about one position must not be used for another position.
void check_searches(const Board& board, int plies, int positions, FixedDice& dice, Decided& decided) {
  for (const RuleSet rules : kAllRuleSets) {
    const auto session = session_for(board, rules, plies);
    for (int i = 0; i < positions; ++i) {
      const Position position = live_position(board, dice);
      check_search(*session, position, decided);
      for (const Square at : position.occupied_bb()) {
        const Position near = turned_over(position, at);
        if (near.is_live()) check_search(*session, near, decided);
      }
    }
  }
}

}  // namespace

TEST_CASE("the plain rules with twelve pieces are the oracle's", "[search]") {
  const BoardSize size =
      GENERATE(BoardSize{7, 6}, BoardSize{9, 7}, BoardSize{7, 9}, BoardSize{8, 8}, BoardSize{2, 7}, BoardSize{3, 5});
  CAPTURE(to_string(size));
  const Board board(size);
  FixedDice dice(12);
  for (const RuleSet rules : kAllRuleSets) {
    const oracle::Game game = oracle_game(size, kMaxPieces, rules);
    for (int i = 0; i < 25; ++i) {
      const Position position = live_position(board, dice);
      CAPTURE(to_text(board, position), to_string(rules));
      const oracle::Position asked = oracle::parse(to_text(board, position));
      std::multiset<std::string> expected;
      for (const oracle::Position& next : oracle::successors(game, asked)) expected.insert(oracle::print(next));
      std::multiset<std::string> found;
      for (const PlainPly& ply : plain_turn(board, rules, position).plies) found.insert(to_text(board, ply.after));
      REQUIRE(found == expected);
    }
  }
}

TEST_CASE("the search with six a side finds what plain look-ahead finds", "[search]") {
  struct Sample {
    BoardSize size;
    int plies, positions;
  };
  FixedDice dice(145);
  Decided decided;
  for (const Sample& sample : {Sample{{2, 7}, 9, 4}, Sample{{3, 5}, 7, 2}, Sample{{4, 4}, 6, 2}, Sample{{7, 6}, 3, 2},
                               Sample{{9, 7}, 2, 2}, Sample{{8, 8}, 2, 2}}) {
    CAPTURE(to_string(sample.size));
    check_searches(Board(sample.size), sample.plies, sample.positions, dice, decided);
  }
  CHECK(decided.won > 40);
  CHECK(decided.lost > 20);
}
