// Compares two sources of facts about known starts: the installed C++ and C libraries, and the tables in docs/.
#include "uisge/known.h"

#include "tests/known_table.h"
#include "uisge.h"

using uisge::test::ExpectedStart;
using uisge::test::KnownGame;

namespace {

const std::string kDocs = UISGE_SOURCE "/docs";

std::string_view word_of(uisge::Value value) {
  return value == uisge::Value::kWin ? "win" : value == uisge::Value::kLoss ? "loss" : "draw";
}

}  // namespace

TEST_CASE("the library: facts about known starts are those of the tables", "[library][known]") {
  for (const KnownGame& game : uisge::test::known_games()) {
    CAPTURE(game.board, game.pieces, game.stuck, game.diagonal_jumps);
    const ExpectedStart expected = uisge::test::expected_start(kDocs, game);
    const uisge::Rules rules{uisge::parse_stuck_rule(game.stuck), game.diagonal_jumps};
    const auto start = uisge::Position::start(uisge::BoardSize::parse(game.board), game.pieces);
    const auto known = uisge::known(start, rules);
    REQUIRE(known.has_value());
    CHECK((known->value == uisge::Value::kUndecided) == !expected.value);
    if (expected.value) CHECK(word_of(known->value) == *expected.value);
    CHECK(known->source == expected.source.value_or(""));
    CHECK(known->at_least == expected.at_least);
    CHECK(known->within == expected.within);
    CHECK(known->distance().has_value() == (expected.within && expected.within == expected.at_least));
    CHECK(known->text.starts_with("White to move"));

    uisge_position position{};
    REQUIRE(uisge_position_parse(start.text().c_str(), &position) == UISGE_OK);
    uisge_known_start found{};
    const uisge_rules c_rules{static_cast<std::uint8_t>(rules.stuck), std::uint8_t{rules.diagonal_jumps}};
    REQUIRE(uisge_known(&position, c_rules, &found, sizeof found) == UISGE_OK);
    CHECK(found.is_known == 1);
    CHECK((found.is_open == 1) == !expected.value);
    if (expected.value) CHECK(found.value == static_cast<int>(known->value));
    CHECK(found.at_least == expected.at_least.value_or(-1));
    CHECK(found.within == expected.within.value_or(-1));
  }
}

TEST_CASE("the library: nothing is known of other positions, and wrong arguments are errors", "[library][known]") {
  CHECK_FALSE(uisge::known(uisge::Position::parse("4/bb2/1wW1 w"), {}).has_value());
  CHECK_THROWS_AS(uisge::known(uisge::Position(), {static_cast<uisge::StuckRule>(9), false}), uisge::Error);
  uisge_position position{};
  REQUIRE(uisge_position_parse("4/bb2/1wW1 w", &position) == UISGE_OK);
  uisge_known_start found{1, 1, 1, 1, 1, 1};
  REQUIRE(uisge_known(&position, {UISGE_STUCK_LOSES, 0}, &found, sizeof found) == UISGE_OK);
  CHECK(found.is_known == 0);
  CHECK(found.value == 0);
  CHECK(uisge_known(&position, {9, 0}, &found, sizeof found) == UISGE_ERROR_USAGE);
  CHECK(uisge_known(&position, {UISGE_STUCK_LOSES, 0}, nullptr, sizeof found) == UISGE_ERROR_USAGE);
  CHECK(uisge_known(nullptr, {UISGE_STUCK_LOSES, 0}, &found, sizeof found) == UISGE_ERROR_USAGE);
}
