#include "core/perft.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "core/notation.h"
#include "core/start.h"

using namespace uisge;

namespace {

// docs/rules.md: 1 to 9 plies from the start of the real game.
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
        CHECK(perft(board, rules, start, static_cast<int>(plies), Leaves::kCounted) == table.counts[plies - 1]);
        CHECK(perft(board, rules, start, static_cast<int>(plies), Leaves::kPlayed) == table.counts[plies - 1]);
      }
    }
  }
}

}  // namespace

TEST_CASE("perft from the start, 1 to 7 plies, all rule sets", "[perft]") {
  check_tables(1, 7);
}

TEST_CASE("perft from the start, 8 and 9 plies, all rule sets", "[perft][.slow]") {
  check_tables(8, 9);
}

TEST_CASE("perft of middle-game positions", "[perft]") {
  std::ifstream file(UISGE_TEST_DATA "/perft.txt");
  REQUIRE(file);
  int lines = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    ++lines;
    std::istringstream fields(line);
    std::string jumps, passes, position_text;
    std::getline(fields, jumps, ';');
    std::getline(fields, passes, ';');
    std::getline(fields, position_text, ';');
    const Position position = parse_position(position_text).value();
    const Board board(position.size());
    CHECK(to_text(board, position) == position_text);
    std::vector<std::uint64_t> counts;
    for (std::uint64_t count = 0; fields >> count;) counts.push_back(count);
    REQUIRE(counts.size() == 5);
    for (const RuleSet rules : rule_sets_of(jumps == "diagonal", passes == "passes")) {
      for (int plies = 1; plies <= 5; ++plies) {
        CAPTURE(to_string(rules), position_text, plies);
        for (const Leaves leaves : {Leaves::kPlayed, Leaves::kCounted}) {
          CHECK(perft(board, rules, position, plies, leaves) == counts[static_cast<std::size_t>(plies - 1)]);
        }
      }
    }
  }
  CHECK(lines == 48);
}
