// In every stage, the exact engine on an emulated card finds the same distances as the exact engine on processors.
#include "solver/card/card_exact_engine.h"

#include <fmt/format.h>

#include "solver/blocks/plane.h"
#include "solver/card/exact_card.h"
#include "solver/exact/placement_order.h"
#include "solver/exact/solve_exact.h"
#include "tests/card/card_solve_fixture.h"
#include "tests/card/emulated_ptx.h"
#include "tests/card/fake_driver.h"
#include "tests/solver/exact_labels.h"

namespace uisge {

namespace {

using test::ExactLabels;

struct ExactGame {
  BoardSize board;
  int pieces;
  std::size_t batch;
};

// Returns three divisions of the plane between card and main memory. The card has room for the whole plane, or the
// least room with which steps can run, or the mean of both.
std::vector<StageSplit> three_splits(const PlacementTable& table, const StageSchedule& schedule, std::size_t batch,
                                     std::span<const PositionCell> cells) {
  const StageRoom room{std::uint64_t{1} << 40, std::uint64_t{1} << 30, batch, cells};
  const auto whole = split_stages(table, schedule, room);
  if (!whole) FAIL(whole.error().message);
  REQUIRE(whole->host_slots == 0);
  std::vector<StageSplit> splits{*whole};
  std::vector<PlacementId> backwards(schedule.order().begin(), schedule.order().end());
  std::ranges::reverse(backwards);
  StageSplit divided = *whole;
  divided.directions.emplace_back(table, backwards, batch);
  std::size_t least = 0;
  for (const StageSteps& steps : divided.directions) least = std::max(least, steps.least_slots());
  for (const std::size_t slots : {(least + whole->card_slots) / 2, least}) {
    divided.card_slots = slots;
    divided.host_slots = 0;
    for (const StageSteps& steps : divided.directions) {
      divided.host_slots = std::max(divided.host_slots, steps.slots_beside(slots));
    }
    splits.push_back(divided);
  }
  return splits;
}

ExactLabels labels_by_card(const PlacementTable& table, const StageSplit& split, StuckRule stuck,
                           std::span<const PositionCell> noted) {
  Card card = test::card_solve::open_card();
  const auto engine = make_card_exact_engine(card, table, split, stuck, noted, test::emulated_ptx());
  if (!engine) FAIL(engine.error().message);
  return test::run_courses(**engine, table, stuck, noted);
}

// Compares the engine on the card with the engine on processors: all counts, and the label of every n-th live cell,
// where n is `every`. Tries only the last `divisions` of the three ways to split blocks between card
// and memory. Returns how many of the compared stages, in all of these ways together, have found losses and no wins.
int compare(const ExactGame& game, RuleSet rules, std::size_t every = 1, std::ptrdiff_t divisions = 3) {
  const PlacementTable table = PlacementTable::build(game.board, game.pieces, rules.diagonal_jumps);
  const StageSchedule schedule = best_schedule(table);
  std::vector<PositionCell> cells;
  for (const PositionCell& cell : test::all_live_cells(table)) {
    if ((cell.placement + cell.index) % every == 0) cells.push_back(cell);
  }
  const ExactOptions options{.stuck = rules.stuck, .noted = cells};
  const ExactLabels expected =
      test::run_courses(*ExactEngine::create(table, schedule, options), table, rules.stuck, cells);
  std::vector<StageSplit> splits = three_splits(table, schedule, game.batch, cells);
  splits.erase(splits.begin(), splits.end() - divisions);
  int losing_stages = 0;
  for (const StageSplit& split : splits) {
    CAPTURE(to_string(game.board), game.pieces, to_string(rules), game.batch, table.size(), split.card_slots,
            split.host_slots);
    const ExactLabels found = labels_by_card(table, split, rules.stuck, cells);
    CHECK((found.codes == expected.codes));  // in brackets, so that Catch2 does not print all labels
    CHECK((found.counts == expected.counts));
    CHECK(found.summary.raw == expected.summary.raw);
    CHECK(found.summary.canonical == expected.summary.canonical);
    CHECK(found.window <= split.window);
    REQUIRE(found.stages.size() == expected.stages.size());
    for (std::size_t i = 0; i < found.stages.size(); ++i) {
      CHECK(found.stages[i].won == expected.stages[i].won);
      CHECK(found.stages[i].lost == expected.stages[i].lost);
      CHECK((found.stages[i].example == expected.stages[i].example));
      losing_stages += found.stages[i].won == 0 && found.stages[i].example ? 1 : 0;
    }
  }
  return losing_stages;
}

TEST_CASE("a card finds the distances that processors find, however the plane is divided", "[card][exact]") {
  int losing_stages = 0;
  for (const ExactGame& game :
       {ExactGame{{3, 2}, 1, 1}, {{3, 3}, 2, 3}, {{4, 3}, 2, 2}, {{4, 3}, 3, 5}, {{3, 3}, 4, 1}}) {
    for (const RuleSet rules : kAllRuleSets) losing_stages += compare(game, rules);
  }
  CHECK(losing_stages > 20);
}

// On a large board, two neighbouring placements may become ready (stage_schedule.h) many steps apart.
TEST_CASE("a card finds the distances of a large board with few pieces", "[card][exact]") {
  for (const RuleSet rules : {RuleSet{StuckRule::kLoses, false}, {StuckRule::kWins, true}}) {
    compare({{7, 6}, 2, 4}, rules, 1, 1);
    compare({{6, 5}, 3, 20}, rules, 5, 1);
  }
}

TEST_CASE("a card finds the distances of larger boards by every rule set", "[card][exact][.slow]") {
  for (const RuleSet rules : kAllRuleSets) compare({{4, 4}, 3, 20}, rules);
  compare({{5, 4}, 4, 60}, {}, 7);
}

TEST_CASE("a card finds the distances of a board with six pieces a side", "[card][exact][.slow]") {
  compare({{2, 7}, 6, 5}, {}, 101, 1);
}

// Only `card_tests "[.hours]"` runs these tests.
TEST_CASE("a card finds the distances of four a side by every rule set", "[card][exact][.hours]") {
  for (const RuleSet rules : kAllRuleSets) compare({{5, 4}, 4, 60}, rules);
}

TEST_CASE("a card finds the distances of the real board with four a side by every rule set", "[card][exact][.hours]") {
  for (const RuleSet rules : kAllRuleSets) compare({{7, 6}, 4, 300}, rules, 101, 1);
}

TEST_CASE("a card that was stopped within a stage begins anew as if it had never run", "[card][exact]") {
  const PlacementTable table = PlacementTable::build({4, 3}, 2, false);
  const StageSchedule schedule = best_schedule(table);
  const std::vector<PositionCell> cells = test::all_live_cells(table);
  for (const StageSplit& split : three_splits(table, schedule, 2, cells)) {
    CAPTURE(split.card_slots);
    const ExactLabels expected = labels_by_card(table, split, StuckRule::kLoses, cells);
    Card card = test::card_solve::open_card();
    const auto engine = make_card_exact_engine(card, table, split, StuckRule::kLoses, cells, test::emulated_ptx());
    REQUIRE(engine);
    REQUIRE((*engine)->begin(Course::kFromNothing));
    REQUIRE((*engine)->run_stage({}));
    std::atomic<bool> cancel{false};
    const auto stopped = (*engine)->run_stage({[&](double, const StageCounts&) { cancel = true; }, &cancel});
    test::check_error(stopped, ErrorKind::kInterrupted);
    const ExactLabels found = test::run_courses(**engine, table, StuckRule::kLoses, cells);
    CHECK((found.codes == expected.codes));
    CHECK((found.counts == expected.counts));
  }
}

TEST_CASE("a stopped solve on a card keeps the noted positions that processors keep", "[card][exact][notes]") {
  if (test::card_solve::lacks_kernels()) return;
  const test::TemporaryDirectory directory;
  for (const RuleSet rules : {RuleSet{StuckRule::kLoses, false}, {StuckRule::kWins, true}}) {
    CAPTURE(to_string(rules));
    const Course last = rules.stuck == StuckRule::kWins ? Course::kFromStuck : Course::kFromNothing;
    test::reset_fake_card();
    auto card = ExactCard::open({}, UISGE_FAKE_DRIVER, test::emulated_ptx());
    REQUIRE(card);
    std::vector<std::string> lists;
    for (ExactDevice* const device : {static_cast<ExactDevice*>(nullptr), static_cast<ExactDevice*>(&*card)}) {
      const ExactRequest request{
          .identity = {{4, 3}, 2, rules},
          .notes = directory.file(fmt::format("{}-{}.notes", to_string(rules.stuck), device != nullptr)),
          .note_plies = 6,
          .device = device,
          .batch = 1};
      std::atomic<bool> cancel{false};
      ExactObserver observer;
      observer.progress = [&](const ExactProgress& progress) {
        if (progress.course == last && progress.stage == 3) cancel = true;
      };
      const auto stopped = solve_exact(request, observer, cancel);
      REQUIRE(stopped);
      test::check_error(stopped->ended, ErrorKind::kInterrupted, request.notes + " has the ");
      lists.push_back(test::text_of_file(request.notes));
    }
    CHECK(lists.front() == lists.back());
  }
}

TEST_CASE("an exact solve fits into the memory of any card, or is refused", "[card][exact][law]") {
  int divided = 0;
  int refused = 0;
  for (const auto& [board, pieces] : {std::pair{BoardSize{5, 4}, 4}, {{4, 4}, 3}, {{5, 5}, 2}}) {
    const PlacementTable table = PlacementTable::build(board, pieces, true);
    const StageSchedule schedule = best_schedule(table);
    const std::uint64_t bytes = Plane::bytes_for(1, pieces);
    const std::uint64_t plane = table.size() * bytes;
    for (std::uint64_t card = std::uint64_t{1} << 20; card < 3 * plane + (std::uint64_t{4} << 20); card += card / 15) {
      for (const std::uint64_t pinned : {std::uint64_t{0}, plane / 2, 2 * plane}) {
        CAPTURE(to_string(board), pieces, card, pinned);
        const auto split = split_stages(table, schedule, {card, pinned});
        if (!split) {
          ++refused;
          CHECK(test::contains(split.error().message, "need"));
          continue;
        }
        CHECK(split->card_bytes <= card);
        CHECK(split->pinned_bytes <= pinned);
        CHECK(split->card_slots + split->host_slots >= table.size() + schedule.window());
        CHECK((split->host_slots == 0) == (split->copied_bytes_per_stage == 0));
        divided += split->host_slots != 0 ? 1 : 0;
      }
    }
  }
  CHECK(divided > 5);
  CHECK(refused > 5);
}

}  // namespace

}  // namespace uisge
