// Tests the installed header uisge/game.h against facts from the rules page and against the oracle.
#include "tests/library/thrown_kind.h"
#include "tests/oracle/oracle_moves.h"
#include "tests/test.h"
#include "uisge/game.h"

using uisge::Error;
using uisge::ErrorKind;
using uisge::Position;
using uisge::Rules;
using uisge::StuckRule;

namespace {

const std::string kStart = "7/2bb3/1bbbb2/2wwww1/3ww2/7 w";

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    REQUIRE(error.kind() == ErrorKind::kUsage);
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace

TEST_CASE("the library: the start and its texts are as on the rules page", "[library]") {
  CHECK(Position().text() == kStart);
  CHECK(Position::parse("start") == Position());
  CHECK(Position::parse(kStart) == Position());
  CHECK(Position().pieces_per_side() == 6);
  CHECK(Position().drawing() ==
        "6 . . . . . . .\n5 . . b b . . .\n4 . b b b b . .\n3 . . w w w w .\n2 . . . w w . .\n1 . . . . . . .\n"
        "  a b c d e f g\n");
  CHECK(Position::start({7, 6}, 4).text() == "7/2bb3/2bb3/3ww2/3ww2/7 w");
  CHECK(uisge::BoardSize::parse("4x3") == uisge::BoardSize{4, 3});
  CHECK(uisge::BoardSize{4, 3}.text() == "4x3");
  CHECK(uisge::to_string(uisge::parse_stuck_rule("passes")) == "passes");
  CHECK(uisge::version() == UISGE_EXPECTED_VERSION);
  CHECK(uisge::perft({}, {}, 6) == 25285);
  CHECK(uisge::perft({}, {StuckRule::kPasses, true}, 6) == 31552);
}

TEST_CASE("the library: a caller's flag stops perft", "[library]") {
  std::atomic<bool> cancel{false};
  CHECK(uisge::perft({}, {}, 7, &cancel) == 166328);
  cancel = true;
  CHECK(uisge_test::kind_of([&] { (void)uisge::perft({}, {}, 32, &cancel); }) == ErrorKind::kInterrupted);
}

TEST_CASE("the library: moves in games agree with the oracle", "[library]") {
  std::mt19937 random(1);
  std::size_t seen = 0;
  for (const bool diagonal_jumps : {false, true}) {
    const Rules rules{StuckRule::kLoses, diagonal_jumps};
    for (int game = 0; game < 20; ++game) {
      Position position;
      for (int ply = 0; ply < 60 && position.end(rules) == uisge::GameEnd::kNotOver; ++ply) {
        const oracle::Position witness = oracle::parse(position.text());
        std::set<std::pair<std::string, std::string>> expected;
        for (const oracle::Move& move : oracle::legal_moves(witness, diagonal_jumps)) {
          expected.emplace(move.text(), oracle::print(oracle::after(witness, move)));
        }
        std::set<std::pair<std::string, std::string>> found;
        const std::vector<uisge::Move> moves = position.moves(rules);
        for (const uisge::Move move : moves) {
          const std::string text = position.move_text(move);
          REQUIRE(position.parse_move(rules, text) == move);
          found.emplace(text, position.play(rules, move).text());
        }
        REQUIRE(found == expected);
        REQUIRE(found.size() == moves.size());
        REQUIRE(Position::from_squares(position.board(), position.white(), position.black(), position.crowns(),
                                       position.side_to_move()) == position);
        position = position.play(rules, moves[random() % moves.size()]);
        ++seen;
      }
    }
  }
  CHECK(seen > 1000);
}

TEST_CASE("the library: a canonical position is the same for all images and both colours", "[library]") {
  const Position position = Position::parse("4/1bB1/1wW1/4 w");
  for (const oracle::Position& image : oracle::images(oracle::parse(position.text()))) {
    for (const oracle::Position& same : {image, oracle::colours_exchanged(image)}) {
      CHECK(Position::parse(oracle::print(same)).canonical() == position.canonical());
    }
  }
  CHECK(Position::parse("4/1Bb1/1wW1/4 w").canonical() != position.canonical());
}

TEST_CASE("the library: errors have the program's words", "[library]") {
  CHECK(message_of([] { Position::parse("7/2bb3/1bbbb2/2wwww2/3ww2/7 w"); }) ==
        "position: rank 3 has 8 squares, the board has 7 files");
  CHECK(message_of([] { Position::parse(""); }).starts_with("position: the text is empty"));
  CHECK(message_of([] { Position::start({2, 2}, 6); }).starts_with("start: the array for 6 a side needs 5x4"));
  CHECK(message_of([] { Position::start({1, 70}, 6); }) != "nothing was thrown");
  CHECK(message_of([] {
          Position::from_squares({3, 3}, 1, 1, 0, uisge::Side::kWhite);
        }) == "position: a1 holds pieces of both sides");
  CHECK(message_of([] {
          Position::from_squares({3, 3}, 1U << 9, 1, 0, uisge::Side::kWhite);
        }) == "position: a piece stands beside the 3x3 board");
  CHECK(message_of([] {
          Position::from_squares({3, 3}, 1, 2, 0, static_cast<uisge::Side>(7));
        }) == "position: 7 is no side, 0 and 1 are");
  CHECK(message_of([] { (void)Position().parse_move({}, "a1a2"); }) ==
        "move: a1a2 is not possible, there is no piece on a1");
  CHECK(message_of([] { (void)Position().play({}, {0, 7}); }) == "move: a1a2 is not possible, there is no piece on a1");
  CHECK(message_of([] { (void)Position().play({}, {0, 99}); }).starts_with("move: square 99 is not on the 7x6 board"));
  CHECK(message_of([] {
          (void)Position().play({}, {3, 3});
        }) == "move: pass is not possible, the side to move has a legal move");
  CHECK(message_of([] {
          (void)Position().moves({static_cast<StuckRule>(9), false});
        }) == "rules: 9 is no rule for stuck players, 0 to 3 are");
  CHECK(message_of([] { (void)uisge::perft({}, {}, 33); }).starts_with("plies: 33 is out of range"));
  CHECK(message_of([] { (void)uisge::perft({}, {}, -1); }).starts_with("plies: -1 is out of range"));
}
