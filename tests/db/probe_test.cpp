// Asks a database about positions with exchanged colours and about images. Follows a line in a database whose labels
// are deliberately false. tests/cli/end_to_end_test.cpp compares lines and the order of ranked moves with the oracle.
#include "db/probe.h"
#include "core/notation.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

Position with_black_to_move(const Position& position) {
  return Position::unchecked(position.size(), position.mover_bb(), position.opponent_bb(), position.crowns_bb(),
                             Side::kBlack);
}

}  // namespace

TEST_CASE("answers do not depend on colours, symmetries or the size of the cache", "[db][probe][law]") {
  const NaiveLabels labels = naive_labels({{4, 4}, 2, {StuckRule::kDraws, true}});
  const WrittenDatabase database(labels);
  Probe probe(*database);
  Probe forgetful(*database, 1);
  for_each_live_cell_of(labels, [&](PositionCell cell, Label label) {
    const Position position = database->position(cell);
    REQUIRE(probe.label(position).value() == label);
    REQUIRE(probe.label(with_black_to_move(position)).value() == label);
    for (int s = 0; s < database->board().symmetry_count(); ++s) {
      REQUIRE(forgetful.label(image(database->board(), Symmetry(s), position)).value() == label);
    }
  });
}

TEST_CASE("a line through false labels ends in an error and not in a wrong line", "[db][probe]") {
  NaiveLabels labels = naive_labels({{4, 3}, 2, {}});
  for (auto& placement : labels.labels) {
    for (LabelCode& code : placement) code = encode_label({Outcome::kWin, 3});
  }
  const WrittenDatabase database(labels);
  Probe probe(*database);
  check_error(probe.main_line(parse_position("4/bb2/1ww1 w").value()), ErrorKind::kBadFile);
}

TEST_CASE("a side that has only crowns has won, whoever is to move", "[db][probe]") {
  const WrittenDatabase database(naive_labels({{4, 4}, 2, {}}));
  Probe probe(*database);
  for (const auto& [text, outcome] : {std::pair("4/bb2/1WW1/4 w", Outcome::kWin), {"4/bb2/1WW1/4 b", Outcome::kLoss}}) {
    const Position position = parse_position(text).value();
    CHECK(probe.label(position).value() == Label{outcome, 0});
    const Analysis analysis = probe.analyse(position).value();
    CHECK(analysis.verdict == Verdict::of({outcome, 0}));
  }
}
