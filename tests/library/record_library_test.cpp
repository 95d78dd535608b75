// Tests game records and their review through the installed headers. The oracle gives the expected verdicts of moves.
#include "tests/library/oracle_bridge.h"
#include "tests/library/thrown_kind.h"
#include "tests/test.h"
#include "uisge/review.h"

using namespace uisge_test;
using uisge::ErrorKind;
using uisge::GameRecord;
using uisge::MoveMark;
using uisge::Position;
using uisge::Value;
using uisge::Verdict;

namespace {

const std::string kPassesDatabase = UISGE_TEST_DATA "/4x3-2-passes.uisge";
constexpr uisge::Rules kRules{uisge::StuckRule::kPasses, false};

GameRecord random_game(std::mt19937& random) {
  GameRecord record{Position::start({4, 3}, 2), kRules, "A", "", "2026.11.26", "*", {}};
  Position position = record.start;
  for (int ply = 0; ply < 30 && position.end(kRules) == uisge::GameEnd::kNotOver; ++ply) {
    const std::vector<uisge::Move> moves = position.moves(kRules);
    record.moves.push_back(moves[random() % moves.size()]);
    position = position.play(kRules, record.moves.back());
  }
  return record;
}

// A better verdict has a higher number.
int worth(const Verdict& verdict) {
  constexpr int kFar = 10'000;
  if (verdict.value == Value::kDraw) return 0;
  const int closeness = kFar - *verdict.distance;
  return verdict.value == Value::kWin ? closeness : -closeness;
}

}  // namespace

TEST_CASE("the library: records are read as they are written, and each move is compared with the best", "[library]") {
  uisge::Probe probe(uisge::Database::open(kPassesDatabase));
  const Witness witness(probe.database().identity());
  std::mt19937 random(5);
  std::map<MoveMark, int> marks;
  int only = 0;
  for (int game = 0; game < 40; ++game) {
    const GameRecord record = random_game(random);
    const std::string text = uisge::record_text(record);
    const std::vector<GameRecord> read = uisge::read_records(text + "\n" + text);
    REQUIRE(read.size() == 2);
    REQUIRE(read[1].start == record.start);
    REQUIRE(read[1].rules == kRules);
    REQUIRE(read[1].white == "A");
    REQUIRE(read[1].date == "2026.11.26");
    REQUIRE(read[1].moves == record.moves);
    const std::vector<uisge::MoveReview> reviews = uisge::review(probe, record);
    REQUIRE(reviews.size() == record.moves.size());
    Position position = record.start;
    for (std::size_t i = 0; i < reviews.size(); ++i) {
      const uisge::MoveReview& review = reviews[i];
      int best = -100'000;
      int keeping = 0;
      const Verdict here = witness.verdict(position);
      const std::vector<uisge::Move> moves = position.moves(kRules);
      for (const uisge::Move move : moves) {
        const Verdict leads_to = before(witness.verdict(position.play(kRules, move)));
        best = std::max(best, worth(leads_to));
        keeping += leads_to.value == here.value ? 1 : 0;
      }
      const Verdict played = before(witness.verdict(position.play(kRules, record.moves[i])));
      REQUIRE(review.played.move == record.moves[i]);
      REQUIRE(review.played.verdict == played);
      REQUIRE(worth(review.best.verdict) == best);
      const MoveMark expected = played.value != here.value ? MoveMark::kMistake
                                : worth(played) != best    ? MoveMark::kSlow
                                                           : MoveMark::kNone;
      REQUIRE(review.mark == expected);
      REQUIRE(review.plies_given_away == (expected == MoveMark::kSlow ? best - worth(played) : 0));
      const bool is_only = played.value == here.value && here.value != Value::kLoss && keeping == 1 && moves.size() > 1;
      REQUIRE(review.is_only == is_only);
      ++marks[expected];
      only += is_only ? 1 : 0;
      position = position.play(kRules, record.moves[i]);
    }
  }
  CHECK(marks[MoveMark::kNone] > 20);
  CHECK(marks[MoveMark::kSlow] > 5);
  CHECK(marks[MoveMark::kMistake] > 20);
  CHECK(only > 5);
}

TEST_CASE("the library: wrong records are refused", "[library]") {
  std::mt19937 random(1);
  GameRecord record = random_game(random);
  uisge::Probe other(uisge::Database::open(UISGE_TEST_DATA "/3x3-2-loses.uisge"));
  CHECK(kind_of([&] { uisge::review(other, record); }) == ErrorKind::kUsage);
  CHECK(kind_of([] { uisge::read_records("[Start \"3/bb1/1ww w\"]\na1a3 *\n"); }) == ErrorKind::kUsage);
  CHECK(uisge::read_records("").empty());
  record.result = "2-0";
  CHECK(kind_of([&] { uisge::record_text(record); }) == ErrorKind::kUsage);
  // Black is to move and White has only crowns, so White has won.
  GameRecord over{Position::parse("3/bb1/1WW b"), kRules};
  for (const char* const wrong : {"0-1", "1/2-1/2"}) {
    over.result = wrong;
    CHECK(kind_of([&] { uisge::record_text(over); }) == ErrorKind::kUsage);
  }
  for (const char* const right : {"1-0", "*"}) {
    over.result = right;
    CHECK(uisge::read_records(uisge::record_text(over)).at(0).result == right);
  }
  record.result = "*";
  record.moves.insert(record.moves.begin(), uisge::Move{0, 11});
  uisge::Probe probe(uisge::Database::open(kPassesDatabase));
  CHECK(kind_of([&] { uisge::record_text(record); }) == ErrorKind::kUsage);
  CHECK(kind_of([&] { uisge::review(probe, record); }) == ErrorKind::kUsage);
}
