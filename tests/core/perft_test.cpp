#include "core/perft.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "core/start.h"
#include "tests/core/oracle_bridge.h"
#include "tests/core/random_position.h"
#include "tests/test.h"
// rapidcheck's header must come after Catch2's.
#include <rapidcheck/catch.h>

using namespace uisge;
using namespace uisge::test;

namespace {

// The numbers of docs/rules.md for 1 to 9 plies from the start of the real game.
struct Table {
  const char* rules;
  bool diagonal_jumps;
  bool passes;
  std::vector<std::uint64_t> counts;
};
const std::vector<Table> kTables{
    {"no pass", false, false, {4, 18, 114, 781, 4458, 25285, 166328, 1110570, 7303442}},
    {"passes", false, true, {4, 18, 114, 781, 4458, 25292, 166388, 1110933, 7305734}},
    {"diagonal, no pass", true, false, {4, 18, 120, 861, 5230, 31541, 222343, 1588025, 11301208}},
    {"diagonal, passes", true, true, {4, 18, 120, 861, 5230, 31552, 222451, 1588943, 11308259}}};

std::vector<RuleSet> rule_sets_of(bool diagonal_jumps, bool passes) {
  std::vector<RuleSet> result;
  for (const RuleSet rules : kAllRuleSets) {
    if (rules.diagonal_jumps == diagonal_jumps && (rules.stuck == StuckRule::kPasses) == passes)
      result.push_back(rules);
  }
  return result;
}

void check_tables(std::size_t first_plies, std::size_t last_plies) {
  const Board board(kRealBoard);
  const Position start = start_position(board, 6).value();
  for (const Table& table : kTables) {
    for (const RuleSet rules : rule_sets_of(table.diagonal_jumps, table.passes)) {
      for (std::size_t plies = first_plies; plies <= last_plies; ++plies) {
        CAPTURE(to_string(rules), plies);
        CHECK(perft(board, rules, start, static_cast<int>(plies), Leaves::kPlayed) == table.counts[plies - 1]);
        for (const InstructionSet set : supported_instruction_sets()) {
          CAPTURE(to_string(set));
          CHECK(perft(board, rules, start, static_cast<int>(plies), Leaves::kCounted, set) == table.counts[plies - 1]);
        }
      }
    }
  }
}

void check_one_ply(const Board& board, RuleSet rules, const Position& position, std::uint64_t expected) {
  for (const InstructionSet set : supported_instruction_sets()) {
    if (perft(board, rules, position, 1, Leaves::kCounted, set) == expected) continue;
    CAPTURE(to_text(board, position), to_string(rules), to_string(set));
    FAIL_CHECK("counts other moves than one at a time");
  }
}

}  // namespace

TEST_CASE("perft from the start, 1 to 7 plies, all rule sets", "[perft]") {
  check_tables(1, 7);
}

TEST_CASE("a flag that is not set changes no perft, and a set one ends it", "[perft]") {
  const Board board(kRealBoard);
  const Position start = start_position(board, 6).value();
  std::atomic<bool> cancel{false};
  for (const Table& table : kTables) {
    for (const RuleSet rules : rule_sets_of(table.diagonal_jumps, table.passes)) {
      CAPTURE(to_string(rules));
      CHECK(perft(board, rules, start, 7, Leaves::kPlayed, InstructionSet::kPortable, &cancel) == table.counts[6]);
    }
  }
  cancel = true;
  (void)perft(board, {}, start, 32, Leaves::kCounted, InstructionSet::kPortable, &cancel);  // would take decades
}

TEST_CASE("perft from the start, 8 and 9 plies, all rule sets", "[perft][.slow]") {
  check_tables(8, 9);
}

TEST_CASE("perft of middle-game positions", "[perft]") {
  const auto rows = rows_of_data(UISGE_TEST_DATA "/perft.txt", ';');
  CHECK(rows.size() == 48);
  for (const auto& row : rows) {
    REQUIRE(row.size() == 4);
    const std::string& position_text = row[2];
    const Position position = parse_position(position_text).value();
    const Board board(position.size());
    CHECK(to_text(board, position) == position_text);
    std::vector<std::uint64_t> counts;
    for (const std::string& count : words_of(row[3])) counts.push_back(std::stoull(count));
    REQUIRE(counts.size() == 5);
    for (const RuleSet rules : rule_sets_of(row[0] == "diagonal", row[1] == "passes")) {
      for (int plies = 1; plies <= 5; ++plies) {
        CAPTURE(to_string(rules), position_text, plies);
        const std::uint64_t expected = counts[static_cast<std::size_t>(plies - 1)];
        CHECK(perft(board, rules, position, plies, Leaves::kPlayed) == expected);
        for (const InstructionSet set : supported_instruction_sets()) {
          CAPTURE(to_string(set));
          CHECK(perft(board, rules, position, plies, Leaves::kCounted, set) == expected);
        }
      }
    }
  }
}

TEST_CASE("perft of random positions against the oracle", "[perft][law]") {
  rc::prop("every instruction set and rule set", [] {
    const Board board(random_board_size());
    const Position position = random_position(board);
    const RuleSet rules = random_rules();
    const oracle::Position plain = oracle::parse(to_text(board, position));
    const oracle::Game game = oracle_game(board.size(), oracle::count_pieces(plain, 'w'), rules);
    for (int plies = 1; plies <= 4; ++plies) {
      const std::uint64_t expected = oracle::perft(game, plain, plies);
      for (const InstructionSet set : supported_instruction_sets()) {
        RC_ASSERT(perft(board, rules, position, plies, Leaves::kCounted, set) == expected);
      }
    }
  });
}

// In the order of the squares, the pieces of a connected set belong to White and Black by turns. All are crowns except
// one blank per side, so the game is not over. The expected number comes from count_moves, which movegen_test.cpp
// compares with the flood fill.
TEST_CASE("perft of one ply on every connected set of small boards", "[perft]") {
  for (const BoardSize size : {BoardSize{4, 4}, BoardSize{5, 3}, BoardSize{3, 5}}) {
    const Board board(size);
    for (std::uint64_t bits = 1; bits <= board.all_bb().bits(); ++bits) {
      const SquareSet occupied_bb(bits);
      if (occupied_bb.size() % 2 != 0 || !board.connected(occupied_bb)) continue;
      SquareSet half_bb;
      for (const Square square : occupied_bb) {
        if (occupied_bb.rank_of(square) % 2 == 0) half_bb |= SquareSet(square);
      }
      for (const SquareSet mover_bb : {half_bb, occupied_bb - half_bb}) {
        const SquareSet opponent_bb = occupied_bb - mover_bb;
        const SquareSet crowns_bb = occupied_bb.without(mover_bb.first()).without(opponent_bb.first());
        const Position position = Position::unchecked(size, mover_bb, opponent_bb, crowns_bb, Side::kWhite);
        const Pieces pieces{mover_bb, opponent_bb, crowns_bb};
        check_one_ply(board, {StuckRule::kLoses, false}, position,
                      static_cast<std::uint64_t>(count_moves<false>(board, pieces)));
        check_one_ply(board, {StuckRule::kLoses, true}, position,
                      static_cast<std::uint64_t>(count_moves<true>(board, pieces)));
      }
    }
  }
}
