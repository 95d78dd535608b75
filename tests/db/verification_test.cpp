// Tests that verification accepts the true labels and no others. This file is long because it breaks every rule for
// databases once, each in a database that is otherwise right.
#include "db/verification.h"
#include "core/moves.h"
#include "core/notation.h"
#include "core/placement.h"
#include "db/position_cell.h"
#include "db/position_law.h"
#include "tests/db/false_cycle.h"
#include "tests/db/forged_file.h"

using namespace uisge;
using namespace uisge::test;

namespace {

VerificationReport verify_labels(const NaiveLabels& labels) {
  return verify_database(*WrittenDatabase(labels), {}, {}).value();
}

// The first position in file order that the predicate accepts.
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
    for (const DatabaseIdentity& identity :
         {DatabaseIdentity{{4, 3}, 2, rules}, DatabaseIdentity{{4, 4}, 2, rules}, DatabaseIdentity{{3, 3}, 3, rules},
          DatabaseIdentity{{5, 2}, 1, rules}, DatabaseIdentity{{9, 7}, 1, rules}, DatabaseIdentity{{8, 8}, 1, rules}}) {
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
    for_each_live_cell_of(labels, [&](PositionCell cell, Label) {
      ++positions;
      const Position position = position_at(board, Colourings(2), labels.placements[cell.placement], cell.index);
      const std::size_t legal = legal_moves(board, rules, position).size();
      // Verification counts the pass of a stuck side as a move, even if both sides are stuck and the game is a draw.
      moves += legal == 0 && rules.stuck == StuckRule::kPasses ? 1 : legal;
    });
    const VerificationReport report = verify_labels(labels);
    CHECK(report.positions == positions);
    CHECK(report.moves == moves);
  }
}

TEST_CASE("one wrong label anywhere is found, and the position named", "[db][verify]") {
  const NaiveLabels solution = naive_labels({{3, 3}, 2, {StuckRule::kPasses, true}});
  const Board board(solution.identity.board);
  for_each_live_cell_of(solution, [&](PositionCell cell, Label) {
    // Changes one position in seven, since a file for each position would take long. The first changed position differs
    // between placements.
    if ((cell.index + cell.placement) % 7 != 0) return;
    NaiveLabels wrong = solution;
    LabelCode& code = wrong.labels[cell.placement][cell.index];
    // A decided position gets another distance, and a drawn position gets a false win.
    code = code == kDrawCode ? encode_label({Outcome::kWin, 3}) : static_cast<LabelCode>(code + 2);
    const VerificationReport report = verify_labels(wrong);
    REQUIRE(report.broken);
    REQUIRE(report.broken->position);
    REQUIRE(find_cell(board, solution.placements, Colourings(2), *report.broken->position));
    REQUIRE(report.broken->what.find(to_text(board, *report.broken->position)) == 0);
  });
}

TEST_CASE("the first broken law is named in file order", "[db][verify]") {
  NaiveLabels wrong = naive_labels({{4, 3}, 2, {StuckRule::kLoses, false}});
  const PositionCell lost = find_cell_where(wrong, [&](PositionCell cell) {
    return wrong.labels[cell.placement][cell.index] == encode_label({Outcome::kLoss, 0});
  });
  wrong.labels[lost.placement][lost.index] = encode_label({Outcome::kWin, 0});
  // A second wrong label comes as late in the file as possible.
  auto behind = lost;
  for_each_live_cell_of(wrong, [&](PositionCell cell, Label label) {
    if (label == Label{Outcome::kLoss, 0}) behind = cell;
  });
  REQUIRE(behind.placement > lost.placement);
  wrong.labels[behind.placement][behind.index] = encode_label({Outcome::kWin, 0});
  const WrittenDatabase database(wrong);
  const VerificationOptions small_caches{.cache_bytes = 1};  // placements are visited in order_for_cache()
  const VerificationReport report = verify_database(*database, small_caches, {}).value();
  REQUIRE(report.broken);
  Probe probe(*database);
  const PositionCell first = find_cell_where(wrong, [&](PositionCell cell) {
    return check_position_law(probe, database->position(cell)).value().broken.has_value();
  });
  CHECK(report.broken->position == database->position(first));
  // The result does not depend on the order in which the placements are checked.
  for (const std::size_t workers : {std::size_t{1}, std::size_t{2}}) {
    CHECK(verify_database(*database, small_caches, backwards(workers)).value().broken->position ==
          database->position(first));
  }
}

TEST_CASE("the law of a single position checks its distance as well as its value", "[db][verify]") {
  NaiveLabels labels = naive_labels({{3, 3}, 2, {StuckRule::kLoses, false}});
  for (const Label label : {Label{Outcome::kWin, 3}, Label{Outcome::kLoss, 4}, Label{Outcome::kLoss, 0}}) {
    const LabelCode right = encode_label(label);
    const PositionCell cell =
        find_cell_where(labels, [&](PositionCell at) { return labels.labels[at.placement][at.index] == right; });
    LabelCode& code = labels.labels[cell.placement][cell.index];
    for (const int error : {0, -2, 2}) {
      if (label.distance + error < 0) continue;
      CAPTURE(to_string(label.outcome), label.distance, error);
      code = encode_label({label.outcome, static_cast<Plies>(label.distance + error)});
      const WrittenDatabase database(labels);
      Probe probe(*database);
      CHECK(check_position_law(probe, database->position(cell)).value().broken.has_value() == (error != 0));
    }
    code = right;
  }
}

TEST_CASE("the broken law of a values database is told without distances", "[db][verify]") {
  NaiveLabels labels = naive_labels({{4, 3}, 2, {StuckRule::kLoses, false}});
  const PositionCell won = find_cell_where(labels, [&](PositionCell at) {
    const Label label = decode_label(labels.labels[at.placement][at.index]);
    return label.outcome == Outcome::kWin && label.distance > 2;
  });
  labels.labels[won.placement][won.index] = encode_label({Outcome::kLoss, 2});
  const WrittenDatabase database(labels, CodecId::kLostValues);
  const VerificationReport report = verify_database(*database, {}, {}).value();
  REQUIRE(report.broken);
  CHECK(contains(report.broken->what, " is labelled a loss, but its best move "));
  CHECK(report.broken->what.ends_with(" makes it a win"));
}

// docs/rules.md: under `passes` the game is drawn when both sides are stuck. If one of the two positions is labelled
// lost, a reader of a values database could take the other for won, and each label would follow from the other.
TEST_CASE("a values database with a loss in which both sides are stuck is found wrong", "[db][verify]") {
  const RuleSet rules{StuckRule::kPasses, false};
  const NaiveLabels solution = naive_labels({{4, 3}, 2, rules});
  const Board board(solution.identity.board);
  int forged = 0;
  for_each_live_cell_of(solution, [&](PositionCell cell, Label) {
    const Position stuck = position_at(board, Colourings(2), solution.placements[cell.placement], cell.index);
    if (game_end(board, rules, stuck) != GameEnd::kBothStuck) return;
    ++forged;
    NaiveLabels wrong = solution;
    wrong.labels[cell.placement][cell.index] = encode_label({Outcome::kLoss, 0});
    const WrittenDatabase database(wrong, CodecId::kLostValues);
    Probe probe(*database);
    const PositionCell first = find_cell_where(wrong, [&](PositionCell at) {
      return check_position_law(probe, database->position(at)).value().broken.has_value();
    });
    const VerificationReport report = verify_database(*database, {}, {}).value();
    REQUIRE(report.broken);
    REQUIRE(report.broken->position == database->position(first));
  });
  CHECK(forged > 0);
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
  const VerificationReport report = verify_sample(*WrittenDatabase(labels), 1000, 7, {}, {}).value();
  CHECK(!report.broken);
  CHECK(report.positions == 1000);
  for (auto& placement : labels.labels) {
    for (LabelCode& code : placement) code = encode_label({Outcome::kWin, 3});
  }
  CHECK(verify_sample(*WrittenDatabase(labels), 1000, 7, {}, {}).value().broken);
}

// One label, at any place, is wrong. Positions are drawn at random, 20 times as often as there are positions. The
// probability that the wrong one is never drawn is 2 in a billion. The seed is fixed, so every run draws the same
// samples.
TEST_CASE("a sample looks everywhere", "[db][verify]") {
  const NaiveLabels solution = naive_labels({{3, 3}, 2, {StuckRule::kDraws, false}});
  std::vector<PositionCell> live;
  for_each_live_cell_of(solution, [&](PositionCell cell, Label) { live.push_back(cell); });
  for (std::size_t k = 0; k < live.size(); k += live.size() / 12) {
    const PositionCell cell = live[live.size() - 1 - k];
    NaiveLabels wrong = solution;
    LabelCode& code = wrong.labels[cell.placement][cell.index];
    code = code == kDrawCode ? encode_label({Outcome::kWin, 31'000}) : kDrawCode;
    const WrittenDatabase database(wrong);
    const VerificationReport report = verify_sample(*database, 20 * live.size(), 3, {}, {}).value();
    CAPTURE(cell.placement, cell.index);
    REQUIRE(report.broken);
    REQUIRE(report.broken->position);
    // The complete check names the position with the wrong label, or an earlier position with a move to it.
    const VerificationReport complete = verify_database(*database, {}, {}).value();
    CHECK(report.broken->position == complete.broken->position);
  }
}

TEST_CASE("every count that contradicts the labels is found", "[db][verify]") {
  const CodecId codec = GENERATE(from_range(kAllCodecs));
  CAPTURE(static_cast<int>(codec));
  const TemporaryDirectory directory;
  write_database(directory.file("x.uisge"), naive_labels({{3, 3}, 2, {StuckRule::kPasses, false}}), codec);
  const Bytes intact = read_bytes(directory.file("x.uisge"));
  const std::size_t footer = intact.size() - kFooterBytes;
  const std::size_t statistics = get_number<std::uint64_t>(intact, footer + 8);
  const auto finding_with = [&](std::size_t offset, auto number) {
    Bytes bytes = intact;
    set_number(bytes, statistics + offset, number);
    write_bytes(directory.file("x.uisge"), resealed_but_units(bytes));
    CAPTURE(offset);
    const Database database = Database::open(directory.file("x.uisge")).value();
    const VerificationReport report = verify_database(database, {}, {}).value();
    REQUIRE(report.broken);
    CHECK(!report.broken->position);
    CHECK(contains(report.broken->what, "counts"));
  };
  const auto changed = [&](std::size_t offset, auto change) {
    using Number = decltype(change);
    finding_with(offset, static_cast<Number>(get_number<Number>(intact, statistics + offset) ^ change));
  };
  for (std::size_t count = 0; count < 48; count += 8) changed(count, std::uint64_t{1});
  // The cell of the position with the longest distance, or of the start, becomes another live cell.
  for (std::size_t cell = stores_distances(codec) ? 48 : 56; cell < 64; cell += 8) {
    changed(cell, std::uint32_t{1});
    finding_with(cell + 4, std::uint32_t{get_number<std::uint32_t>(intact, statistics + cell + 4) == 0 ? 1U : 0U});
  }
  // The start gets another distance or, in a file without distances, another value.
  const auto start_code = get_number<std::uint16_t>(intact, statistics + 64);
  if (stores_distances(codec)) {
    changed(64, std::uint16_t{2});
  } else {
    for (const LabelCode code : {kDrawCode, kUncountedWinCode, kUncountedLossCode}) {
      if (code != start_code) finding_with(64, code);
    }
  }
  for (std::size_t count = statistics + 72; count < footer; count += 8) {
    changed(count - statistics, std::uint64_t{1} << 40);
  }
}

TEST_CASE("a false placement in place of a missing one is found", "[db][verify]") {
  const NaiveLabels labels = naive_labels({{4, 3}, 2, {}});
  const Board board(labels.identity.board);
  // The wrong placement is a mirror image that is not canonical, or four squares that are not connected. The wrong
  // placement replaces the placement next to it in the order of the file.
  for (const bool connected : {true, false}) {
    const auto is_wrong = [&](SquareSet set_bb) {
      return set_bb.size() == 4 && board.connected(set_bb) == connected &&
             (!connected || canonical_placement(board, set_bb).occupied_bb != set_bb);
    };
    NaiveLabels wrong = labels;
    std::size_t replaced = 0;
    for (std::size_t p = 1; p + 1 < labels.placements.size() && replaced == 0; ++p) {
      for (std::uint64_t bits = labels.placements[p - 1].bits() + 1; bits < labels.placements[p + 1].bits(); ++bits) {
        if (!is_wrong(SquareSet(bits))) continue;
        wrong.placements[p] = SquareSet(bits);
        ++replaced;
        break;
      }
    }
    REQUIRE(replaced == 1);
    const VerificationReport report = verify_labels(wrong);
    REQUIRE(report.broken);
    CHECK(!report.broken->position);
    CHECK(contains(report.broken->what, "placements"));
  }
}

TEST_CASE("a missing placement is found though every label is right", "[db][verify]") {
  NaiveLabels fewer = naive_labels({{3, 3}, 2, {}});
  fewer.placements.pop_back();
  fewer.labels.pop_back();
  const VerificationReport report = verify_labels(fewer);
  REQUIRE(report.broken);
  CHECK(!report.broken->position);
}
