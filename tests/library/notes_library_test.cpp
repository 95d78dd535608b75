// Tests the installed header uisge/notes.h: its answers from lists of noted positions agree with the oracle, and it
// refuses wrong files and questions.
#include "uisge/notes.h"

#include "tests/library/oracle_bridge.h"
#include "tests/library/thrown_kind.h"
#include "tests/test.h"

using namespace uisge_test;
using uisge::ErrorKind;
using uisge::Notes;
using uisge::Position;
using uisge::Value;

TEST_CASE("the library: a list of noted positions answers about these positions and about no others",
          "[library][notes]") {
  // The list is the example of docs/formats/notes.md: the start of 3x3 with two a side, and the positions after its
  // moves.
  Notes notes = Notes::open(UISGE_TEST_DATA "/3x3-2-loses.notes");
  const uisge::Identity game{{3, 3}, 2, {}};
  CHECK(notes.identity() == game);
  CHECK(notes.size() == 3);
  CHECK(notes.path() == UISGE_TEST_DATA "/3x3-2-loses.notes");
  const Witness witness(game);
  int known = 0;
  for (std::size_t i = 0; i < witness.universe().size(); ++i) {
    const Position position = Position::parse(oracle::print(witness.universe().position(i)));
    const uisge::Verdict verdict = notes.verdict(position);
    if (verdict.value == Value::kUndecided || position.end(game.rules) != uisge::GameEnd::kNotOver) continue;
    const uisge::Verdict right = witness.verdict(position);
    if (verdict.within) {  // the list lacks the position, and knows a move that wins
      CHECK(verdict.value == Value::kWin);
      CHECK(right.value == Value::kWin);
      CHECK(right.distance <= verdict.within);
      continue;
    }
    CHECK(verdict == right);
    ++known;
  }
  CHECK(known >= 3);
  const Position start = Position::start(game.board, 2);
  const uisge::Analysis analysis = notes.analyse(start);
  CHECK(analysis.verdict == uisge::Verdict{Value::kWin, 11, 0});
  for (const uisge::RankedMove& move : analysis.moves) CHECK(move.verdict == uisge::Verdict{Value::kWin, 11, 0});
  // The position after two plies is not noted, so the line has one move.
  CHECK(notes.line(start).size() == 1);
  CHECK(kind_of([&] { notes.verdict(Position::start({4, 3}, 2)); }) == ErrorKind::kUsage);
  const Notes taken = std::move(notes);
  CHECK(taken.size() == 3);
  // NOLINTNEXTLINE(bugprone-use-after-move): the header says what it does
  CHECK(kind_of([&] { notes.verdict(start); }) == ErrorKind::kUsage);
  CHECK(kind_of([&] { Notes::open(UISGE_TEST_DATA "/3x3-2-loses.uisge"); }) == ErrorKind::kBadFile);
  CHECK(kind_of([&] { Notes::open("/no/such.notes"); }) == ErrorKind::kResource);
}
