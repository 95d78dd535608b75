// Asks a database about positions with exchanged colours and about images. Follows a line in a database whose labels
// are deliberately false. Measures the memory of the cache. tests/cli/end_to_end_test.cpp compares lines and the order
// of ranked moves with the oracle.
#include "db/probe.h"
#include "core/notation.h"
#include "db/label_cache.h"
#include "tests/core/grown_position.h"
#include "tests/db/allocation_watch.h"
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

TEST_CASE("a cache takes no more memory than its limit, however far its units are decoded", "[db][probe]") {
  // Half of the labels are draws, which no extra bits follow. All other labels are rare, so they need extra bits.
  NaiveLabels labels = naive_labels({{3, 3}, 4, {}});
  FixedDice dice(3);
  for (auto& placement : labels.labels) {
    for (std::uint32_t i = 0; i < placement.size(); ++i) {
      const bool is_rare = is_live_index(4, i) && dice(2) == 1;
      placement[i] = is_rare ? static_cast<LabelCode>(1 + dice(1000)) : kDrawCode;
    }
  }
  const WrittenDatabase database(labels);
  // The most bytes that a cache for this number of units takes while it answers random questions.
  const auto most_bytes = [&](std::size_t units) {
    const std::size_t before = allocated_bytes();
    LabelCache cache(*database, units * database->layout().max_positions() * sizeof(LabelCode));
    std::size_t most = 0;
    std::size_t wrong = 0;
    for (int i = 0; i < 3000; ++i) {
      const auto placement = static_cast<std::uint32_t>(dice(static_cast<int>(labels.labels.size())));
      const std::vector<LabelCode>& codes = labels.labels[placement];
      const auto index = static_cast<std::uint32_t>(dice(static_cast<int>(codes.size())));
      if (cache.code({placement, index}) != codes[index]) ++wrong;
      most = std::max(most, allocated_bytes() - before);
    }
    CHECK(wrong == 0);
    return most;
  };
  // Every cache also has scratch memory to decode a unit. The cache for one unit shows how much.
  const std::size_t limit = 10 * database->layout().max_positions() * sizeof(LabelCode);
  const std::size_t most = most_bytes(10) - most_bytes(1);
  CHECK(most <= limit + limit / 8);
  CHECK((most > limit / 2 || allocated_bytes() == 0));  // 0: the sanitizer's operator new is not watched
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
