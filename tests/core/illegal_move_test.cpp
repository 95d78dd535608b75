// Tests the reasons why a move is illegal. Every move that the oracle lacks gets a reason, and the oracle's moves get
// none.
#include "core/illegal_move.h"
#include "core/notation.h"
#include "tests/core/oracle_bridge.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::test;

namespace {

const Board kBoard44({4, 4});

Square square(const char* name) {
  return kBoard44.square(name[0] - 'a', name[1] - '1');
}

// The names of the set's squares, in the order of the board.
std::string names(SquareSet set_bb) {
  std::string text;
  for (const Square member : set_bb) text += kBoard44.name(member);
  return text;
}

}  // namespace

TEST_CASE("an illegal move gets its reason, with the pieces that it would cut off", "[moves]") {
  // 4 . . . .
  // 3 . b . .
  // 2 W b w .
  // 1 . . w B
  const Position position = parse_position("4/1b2/Wbw1/2wB w").value();
  struct Case {
    const char* from;
    const char* to;  // null: any square
    const char* why;
    const char* apart;
  };
  for (const Case& one :
       {Case{"b2", "b4", "the piece on b2 is the other side's", ""}, Case{"a1", "a2", "there is no piece on a1", ""},
        Case{"a2", "b2", "b2 is occupied", ""}, Case{"c2", "d2", "the piece on c2 is a blank and cannot step", ""},
        Case{"a2", "d4", "d4 is neither a step nor a jump away from a2", ""},
        Case{"a2", "c4", "diagonal jumps are not played under these rules", ""},
        Case{"a2", "a4", "there is no piece on a3 to jump over", ""},
        Case{"a2", "a1", "it would leave the pieces unconnected", "a1"}, Case{"c2", "a2", "a2 is occupied", ""},
        Case{"b3", nullptr, "the piece on b3 is the other side's", ""},
        Case{"d4", nullptr, "there is no piece on d4", ""}, Case{"a2", nullptr, "", ""}}) {
    CAPTURE(one.from, one.to);
    const MoveFlaw flaw = one.to != nullptr ? flaw_of_move(kBoard44, {}, position, {square(one.from), square(one.to)})
                                            : flaw_of_piece(kBoard44, {}, position, square(one.from));
    CHECK(flaw.why == one.why);
    CHECK(names(flaw.apart_bb) == one.apart);
  }
  // The piece on c2 connects c1 and d1 to the group, so its jumps over b2 and c3 would cut off c1 and d1.
  const Position held = parse_position("4/1wb1/1bw1/2Wb w").value();
  const MoveFlaw flaw = flaw_of_piece(kBoard44, {}, held, square("c2"));
  CHECK(flaw.why == "it would leave the pieces unconnected");
  CHECK(names(flaw.apart_bb) == "c1d1");
}

TEST_CASE("every illegal move has a reason, and so has every piece that cannot move, but no other piece", "[moves]") {
  const oracle::Universe universe(4, 3, 2);
  const Board board({4, 3});
  std::size_t reasons = 0;
  for (std::size_t i = 0; i < universe.size(); i += 37) {
    const oracle::Position naive = universe.position(i);
    const Position position = from_oracle(naive);
    for (const bool diagonal_jumps : {false, true}) {
      const RuleSet rules{StuckRule::kPasses, diagonal_jumps};
      if (game_end(board, rules, position) != GameEnd::kNotOver) continue;
      const auto legal = oracle::legal_moves(naive, diagonal_jumps);
      for (int from = 0; from < board.squares(); ++from) {
        const std::string name = board.name(Square(from));
        const bool moves =
            std::any_of(legal.begin(), legal.end(), [&](const auto& move) { return move.text().starts_with(name); });
        const MoveFlaw piece = flaw_of_piece(board, rules, position, Square(from));
        CHECK(piece.why.empty() == moves);
        for (int to = 0; to < board.squares(); ++to) {
          const std::string text = name + board.name(Square(to));
          if (from == to || std::any_of(legal.begin(), legal.end(), [&](const auto& m) { return m.text() == text; }))
            continue;
          const MoveFlaw flaw = flaw_of_move(board, rules, position, {Square(from), Square(to)});
          CHECK_FALSE(flaw.why.empty());
          // The part that is cut off is at most half of the pieces, and connected.
          CHECK(flaw.apart_bb.size() * 2 <= position.occupied_bb().size());
          CHECK(board.connected(flaw.apart_bb));
          ++reasons;
        }
      }
    }
  }
  CHECK(reasons > 1000);
}
