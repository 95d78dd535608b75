// Verification accepts the solution and nothing else.
#include "db/verification.h"

#include <catch2/catch.hpp>

#include "core/moves.h"
#include "core/notation.h"
#include "db/position_cell.h"
#include "db/position_law.h"
#include "tests/db/false_cycle.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

VerificationReport verify_labels(const NaiveLabels& labels) {
  const TemporaryDirectory directory;
  write_database(directory.file("x.uisge"), labels);
  const Database database = Database::open(directory.file("x.uisge")).value();
  const auto report = verify_database(database, {}, {});
  REQUIRE(report);
  return *report;
}

// The first position in file order, other than `except`, that the predicate accepts.
template <class Predicate>
PositionCell find_cell_where(const NaiveLabels& labels, Predicate predicate) {
  for (std::uint32_t p = 0; p < labels.labels.size(); ++p) {
    for (std::uint32_t i = 0; i < labels.labels[p].size(); ++i) {
      if (is_live_index(labels.identity.pieces, i) && predicate(PositionCell{p, i})) return {p, i};
    }
  }
  FAIL("no such position");
  return {};
}

}  // namespace

TEST_CASE("solutions pass verification, under every rule set, on square boards too", "[db][verify]") {
  for (const RuleSet rules : kAllRuleSets) {
    for (const DatabaseIdentity& identity : {DatabaseIdentity{{4, 3}, 2, rules}, DatabaseIdentity{{4, 4}, 2, rules},
                                             DatabaseIdentity{{3, 3}, 3, rules}, DatabaseIdentity{{5, 2}, 1, rules}}) {
      CAPTURE(to_string(identity));
      const NaiveLabels labels = naive_labels(identity);
      const VerificationReport report = verify_labels(labels);
      CHECK(!report.broken);
      CHECK(report.placements == labels.placements.size());
    }
  }
}

TEST_CASE("verification follows every move once", "[db][verify]") {
  for (const RuleSet rules : kAllRuleSets) {
    const NaiveLabels labels = naive_labels({{4, 3}, 2, rules});
    const Board board(labels.identity.board);
    std::uint64_t positions = 0;
    std::uint64_t moves = 0;
    for (const SquareSet placement_bb : labels.placements) {
      for (std::uint32_t i = 0; i < positions_per_placement(2); ++i) {
        if (!is_live_index(2, i)) continue;
        ++positions;
        const Position position = position_at(board, Colourings(2), placement_bb, i);
        const std::size_t legal = legal_moves(board, rules, position).size();
        // A stuck side passes even where the other side is stuck too: verification looks at both.
        moves += legal == 0 && rules.stuck == StuckRule::kPasses ? 1 : legal;
      }
    }
    const VerificationReport report = verify_labels(labels);
    CHECK(report.positions == positions);
    CHECK(report.moves == moves);
  }
}

TEST_CASE("one wrong label anywhere is found, and the position named", "[db][verify]") {
  const NaiveLabels solution = naive_labels({{3, 3}, 2, {StuckRule::kPasses, true}});
  const TemporaryDirectory directory;
  const Board board(solution.identity.board);
  for (std::uint32_t p = 0; p < solution.labels.size(); ++p) {
    for (std::uint32_t i = 0; i < solution.labels[p].size(); ++i) {
      // Every seventh, another one in every placement: a file for each would take a while.
      if (!is_live_index(2, i) || (i + p) % 7 != 0) continue;
      NaiveLabels wrong = solution;
      LabelCode& code = wrong.labels[p][i];
      // Another distance for decided positions, a false win for drawn ones.
      code = code == kDrawCode ? encode_label({Outcome::kWin, 3}) : static_cast<LabelCode>(code + 2);
      const VerificationReport report = verify_labels(wrong);
      REQUIRE(report.broken);
      REQUIRE(report.broken->position);
      // The first position that breaks the law is the wrong one or one that leads to it.
      const auto named = find_cell(board, solution.placements, Colourings(2), *report.broken->position);
      REQUIRE(named);
      REQUIRE(report.broken->what.find(to_text(board, *report.broken->position)) == 0);
    }
  }
}

TEST_CASE("the first broken law is named in file order", "[db][verify]") {
  NaiveLabels wrong = naive_labels({{4, 3}, 2, {StuckRule::kLoses, false}});
  const PositionCell lost = find_cell_where(wrong, [&](PositionCell cell) {
    return wrong.labels[cell.placement][cell.index] == encode_label({Outcome::kLoss, 0});
  });
  wrong.labels[lost.placement][lost.index] = encode_label({Outcome::kWin, 0});
  const TemporaryDirectory directory;
  write_database(directory.file("x.uisge"), wrong);
  const Database database = Database::open(directory.file("x.uisge")).value();
  const VerificationReport report = verify_database(database, {}, {}).value();
  REQUIRE(report.broken);
  Probe probe(database);
  const PositionCell first = find_cell_where(wrong, [&](PositionCell cell) {
    return check_position_law(probe, database.position(cell)).value().broken.has_value();
  });
  CHECK(report.broken->position == database.position(first));
}

TEST_CASE("a cycle of false wins that support each other is found", "[db][verify]") {
  int found = 0;
  for (const RuleSet rules : kAllRuleSets) {
    for (const DatabaseIdentity& identity : {DatabaseIdentity{{4, 3}, 2, rules}, DatabaseIdentity{{7, 6}, 2, rules}}) {
      const auto wrong = with_false_cycle(naive_labels(identity), 2000);
      if (!wrong) continue;
      ++found;
      const VerificationReport report = verify_labels(*wrong);
      REQUIRE(report.broken);
      CHECK(report.broken->position);
    }
  }
  CHECK(found > 0);
}

TEST_CASE("labels of other rules do not pass", "[db][verify]") {
  for (const RuleSet rules : kAllRuleSets) {
    for (const RuleSet others : kAllRuleSets) {
      NaiveLabels labels = naive_labels({{4, 3}, 2, rules});
      const bool same = labels.labels == naive_labels({{4, 3}, 2, others}).labels;
      labels.identity.rules = others;
      CHECK(verify_labels(labels).broken.has_value() == !same);
    }
  }
}

TEST_CASE("a sample of a solution passes, and finds a file full of errors", "[db][verify]") {
  NaiveLabels labels = naive_labels({{4, 3}, 2, {StuckRule::kPasses, false}});
  const TemporaryDirectory directory;
  write_database(directory.file("x.uisge"), labels);
  {
    const Database database = Database::open(directory.file("x.uisge")).value();
    const VerificationReport report = verify_sample(database, 1000, 7, {}, {}).value();
    CHECK(!report.broken);
    CHECK(report.positions == 1000);
  }
  for (auto& placement : labels.labels) {
    for (LabelCode& code : placement) code = encode_label({Outcome::kWin, 3});
  }
  write_database(directory.file("x.uisge"), labels);
  const Database database = Database::open(directory.file("x.uisge")).value();
  CHECK(verify_sample(database, 1000, 7, {}, {}).value().broken);
}

TEST_CASE("a missing placement is found though every label is right", "[db][verify]") {
  NaiveLabels labels = naive_labels({{3, 3}, 2, {}});
  NaiveLabels fewer = labels;
  fewer.placements.pop_back();
  fewer.labels.pop_back();
  const VerificationReport report = verify_labels(fewer);
  REQUIRE(report.broken);
  CHECK(!report.broken->position);
}
