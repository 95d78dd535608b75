// Tests the whole way from the engine through the ply log to the database file. The independent reader
// (docs/formats/database.md) reads the file, and the oracle's laws judge the labels. In golden_file_test.cpp the oracle
// solves the boards itself.
#include "core/notation.h"
#include "db/probe.h"
#include "db/verification.h"
#include "solver/solve/solve.h"
#include "tests/core/grown_position.h"
#include "tests/db/file_against_oracle.h"
#include "tests/db/naive_labels.h"
#include "tests/oracle/oracle_laws.h"

using namespace uisge;
using namespace uisge::test;

namespace {

// Solves a game. verify_database() must find no flaw in the file. At random positions, `reader` decodes labels. They
// must not contradict the labels of the positions' successors (tests/oracle/oracle_laws.h), and `probe` must give the
// same labels.
void check_file_by_laws(const DatabaseIdentity& identity, int positions) {
  CAPTURE(to_string(identity));
  const TemporaryDirectory directory;
  const std::string path = directory.file("x.uisge");
  REQUIRE(solve({.identity = identity, .output = path, .threads = 2}, {}, std::atomic<bool>{false}));
  const independent_reader::Reader reader(independent_reader::file_bytes(path));
  const Database database = Database::open(path).value();
  CHECK(!verify_database(database, {}, {}).value().broken);
  CHECK(!verify_sample(database, static_cast<std::uint64_t>(positions), 5, {}, {}).value().broken);

  Probe probe(database);
  const oracle::Game game = reader.header().game;
  const oracle::LabelOf label_of = [&](const oracle::Position& position) { return reader.label(position); };
  FixedDice dice(56);
  for (int i = 0; i < positions; ++i) {
    const Position position = grown_position(database.board(), identity.pieces, dice);
    if (!position.is_live()) continue;
    const oracle::Position asked = oracle::parse(to_text(database.board(), position));
    CHECK(oracle::broken_law(game, asked, label_of).value_or("") == "");
    const Label label = probe.label(position).value();
    CHECK(to_string(label.outcome) == to_string(reader.label(asked).outcome));
    CHECK(label.distance == reader.label(asked).distance);
  }
}

}  // namespace

// The oracle would take too long to solve games of five and six a side. Instead, the tests' own reader of databases
// (`reader`) decodes labels, and no label may contradict the labels of the position's successors (oracle_laws.h). The
// program's Probe must give the same labels.
TEST_CASE("solved files of five and six a side are verified and keep the oracle's laws", "[solve][oracle]") {
  // The first board has room to move. The second board is full, but has the largest blocks.
  check_file_by_laws({{2, 6}, 5, {StuckRule::kPasses, false}}, 300);
  check_file_by_laws({{4, 3}, 6, {StuckRule::kWins, true}}, 300);
}

TEST_CASE("solved files of six a side that can move are verified and keep the oracle's laws",
          "[solve][oracle][.slow]") {
  check_file_by_laws({{2, 7}, 6, {StuckRule::kPasses, true}}, 3000);
}
