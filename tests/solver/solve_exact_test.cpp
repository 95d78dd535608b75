// Compares all results of an exact solve with the results of a solve with distances, which other tests compare with the
// oracle. This file is long because each way to end a solve early is compared.
#include "solver/exact/solve_exact.h"

#include "db/note_file.h"
#include "solver/exact/course_record.h"
#include "solver/solve/first_of_ply.h"
#include "tests/solver/stopped_solve.h"

using namespace uisge;
using namespace uisge::test;

namespace {

struct Told {
  std::vector<Label> labels;
  Plies within = 0;  // won_within of the last progress report that came while `labels` was empty
};

Result<ExactResult> exact(const DatabaseIdentity& identity, Plies plies, Told& told) {
  const ExactRequest request{.identity = identity, .threads = 2, .plies = plies};
  ExactObserver observer;
  observer.progress = [&](const ExactProgress& progress) {
    if (told.labels.empty()) told.within = progress.stage_counts.won_within;
  };
  observer.start = [&](Label label) { told.labels.push_back(label); };
  return solve_exact(request, observer, kUnstopped);
}

// The results that a solve must have if it ends after `plies` plies.
LabelSummary within(LabelSummary summary, Plies plies) {
  if (summary.by_distance.size() > std::size_t{plies} + 1) summary.by_distance.resize(std::size_t{plies} + 1);
  while (!summary.by_distance.empty() && summary.by_distance.back() == DistanceCounts{}) summary.by_distance.pop_back();
  const std::uint64_t live = summary.raw.live();
  summary.raw = {};
  for (const DistanceCounts& counts : summary.by_distance) {
    summary.raw.won += counts.won;
    summary.raw.lost += counts.lost;
  }
  summary.raw.drawn = live - summary.raw.won - summary.raw.lost;
  if (decode_label(summary.start_code).distance > plies) summary.start_code = kDrawCode;
  return summary;
}

// A device that does the stages on this machine's processors, by whole blocks, and reports after every placement.
class ReportingDevice : public ExactDevice {
 public:
  Result<DeviceShare> divide(const PlacementTable& /*table*/, const StageSchedule& schedule,
                             std::span<const PositionCell> /*noted*/, std::uint64_t /*host_bytes*/,
                             std::optional<std::size_t> /*batch*/) override {
    schedule_ = &schedule;
    return {};
  }
  Result<std::unique_ptr<StageRunner>> make_engine(const PlacementTable& table, StuckRule stuck,
                                                   std::span<const PositionCell> noted) override {
    return ExactEngine::create(table, *schedule_, {.stuck = stuck, .noted = noted, .only_dense = true});
  }

 private:
  const StageSchedule* schedule_ = nullptr;
};

}  // namespace

// docs/formats/database.md: the statistics name the first position with the longest distance.
TEST_CASE("the position with the longest distance is the first one, won or lost", "[exact]") {
  const PositionCell earlier{2, 7};
  const PositionCell later{2, 9};
  for (const bool is_win_first : {true, false}) {
    const PositionCell won = is_win_first ? earlier : later;
    const PositionCell lost = is_win_first ? later : earlier;
    FirstOfPly ply;
    ply.see(lost);
    ply.see(won);
    CHECK(ply.cell() == earlier);
    // Two courses, as under `wins`. The longest distance is 3: stages find both positions within 4 plies.
    CourseRecord record;
    record.begin(0);
    record.add({.lost_within = 4, .won_within = 5, .lost = 1, .example = lost});
    record.begin(1);
    record.add({.lost_within = 3, .won_within = 4, .won = 1, .example = won});
    CHECK(record.example(3) == earlier);
  }
}

TEST_CASE("an exact solve reports what a solve with distances reports, and the start in the stage that decides it",
          "[exact][law]") {
  const std::pair<BoardSize, int> boards[] = {{{2, 2}, 1}, {{3, 3}, 1}, {{7, 6}, 2}, {{3, 3}, 2},
                                              {{4, 3}, 3}, {{4, 4}, 3}, {{3, 3}, 4}, {{2, 4}, 4}};
  int early = 0;
  for (const auto& [size, pieces] : boards) {
    for (const RuleSet rules : kAllRuleSets) {
      CAPTURE(to_string(size), pieces, to_string(rules));
      const DatabaseIdentity identity{size, pieces, rules};
      const LabelSummary expected = summary_by_plies(identity);
      Told told;
      const auto solved = exact(identity, kMaxPlies, told);
      REQUIRE(solved);
      CHECK(solved->is_complete);
      CHECK((solved->summary == expected));
      CHECK(solved->summary.by_distance == expected.by_distance);
      CHECK(solved->summary.longest_distance_cell == expected.longest_distance_cell);
      if (!expected.start) continue;
      const Label start = decode_label(expected.start_code);
      CHECK(told.labels == std::vector{start});
      // The start must be reported in the stage that decides it.
      if (start.outcome != Outcome::kDraw) CHECK(told.within <= start.distance + 1);
      early += start.outcome != Outcome::kDraw && start.distance + 2U < expected.by_distance.size() ? 1 : 0;
    }
  }
  CHECK(early > 10);
}

TEST_CASE("a stage reports the start's distance only when no smaller distance can be found", "[exact]") {
  // Few small boards have a start that is lost in an odd number of plies under `wins`. For this start the first course
  // of stages finds 30 plies, one too many.
  ReportingDevice device;
  const ExactRequest request{.identity = {{3, 8}, 3, {StuckRule::kWins, true}}, .device = &device};
  const Label start = decode_label(summary_by_plies(request.identity).start_code);
  REQUIRE((start == Label{Outcome::kLoss, 29}));
  std::vector<Label> told;
  ExactObserver observer;
  observer.start = [&](Label label) { told.push_back(label); };
  REQUIRE(solve_exact(request, observer, kUnstopped));
  CHECK(told == std::vector{start});
}

TEST_CASE("an exact solve that ends after some plies counts the positions decided within them", "[exact][law]") {
  for (const RuleSet rules : kAllRuleSets) {
    const DatabaseIdentity identity{{4, 3}, 3, rules};
    const LabelSummary all = summary_by_plies(identity);
    for (const Plies plies : {Plies{0}, Plies{1}, Plies{2}, Plies{5}, Plies{6}}) {
      CAPTURE(to_string(rules), plies);
      const LabelSummary expected = within(all, plies);
      Told told;
      const auto solved = exact(identity, plies, told);
      REQUIRE(solved);
      CHECK_FALSE(solved->is_complete);
      CHECK(solved->summary.raw == expected.raw);
      CHECK(solved->summary.by_distance == expected.by_distance);
      CHECK(solved->summary.start_code == expected.start_code);
    }
  }
}

TEST_CASE("an exact solve for the start alone ends with the stage that decides it", "[exact]") {
  int decided = 0;
  for (const auto& [size, pieces] : {std::pair{BoardSize{3, 3}, 2}, {{4, 3}, 2}, {{3, 4}, 2}, {{4, 4}, 2}}) {
    for (const RuleSet rules : kAllRuleSets) {
      CAPTURE(to_string(size), pieces, to_string(rules));
      const ExactRequest request{.identity = {size, pieces, rules}, .start_only = true};
      const auto solved = solve_exact(request, {}, kUnstopped);
      REQUIRE(solved);
      const LabelCode start = summary_by_plies(request.identity).start_code;
      CHECK(solved->summary.start_code == start);
      CHECK_FALSE(solved->start_open_within);
      if (start == kDrawCode) {
        CHECK(solved->is_complete);
        continue;
      }
      ++decided;
      // A stage decides two plies. Under `wins` the first course of stages gives a bound that may be one ply too high.
      const int wins = rules.stuck == StuckRule::kWins ? 1 : 0;
      CHECK(solved->plies <= decode_label(start).distance + 1 + wins);
    }
  }
  CHECK(decided > 10);
}

// Once the first course has a bound for the start's distance, it ends, and the second course follows.
TEST_CASE("an exact solve for the start alone goes on where stuck players win", "[exact][plane]") {
  const TemporaryDirectory directory;
  ExactRequest request{.identity = {{4, 4}, 3, {StuckRule::kWins, false}}, .start_only = true};
  const LabelCode start = summary_by_plies(request.identity).start_code;
  REQUIRE(decode_label(start).outcome != Outcome::kDraw);
  const auto at_once = solve_exact(request, {}, kUnstopped);
  REQUIRE(at_once);
  REQUIRE_FALSE(at_once->is_complete);
  request.plane = directory.file("x.plane");
  request.save_seconds = 0;
  // Each run is stopped after one stage, until a run ends. The next run only reports the result again.
  std::uint32_t stops = 0;
  for (bool is_over = false; !is_over;) {
    const auto solved = solve_one_stage(request).result;
    is_over = solved.has_value();
    if (!is_over) check_error(solved, ErrorKind::kInterrupted);
    if (!is_over && ++stops > 2 * at_once->stages) FAIL("no stage was saved");
  }
  CHECK(stops > 10);
  const auto again = solve_exact(request, {}, kUnstopped);
  REQUIRE(again);
  CHECK((again->summary == at_once->summary));
  CHECK(again->summary.start_code == start);
  CHECK(again->resumed_after == at_once->stages);
  CHECK(again->stages == at_once->stages);
  // Neither course can go beyond the plies of the first course.
  request.start_only = false;
  check_error(solve_exact(request, {}, kUnstopped), ErrorKind::kUsage, "limited to");
  // A plane of a solve that was limited to more plies than the start needs.
  request.restart = true;
  request.plies = static_cast<Plies>(decode_label(start).distance + 2);
  REQUIRE(solve_exact(request, {}, kUnstopped));
  request = {.identity = request.identity, .plane = request.plane, .start_only = true};
  const auto limited = solve_exact(request, {}, kUnstopped);
  REQUIRE(limited);
  CHECK(limited->summary.start_code == start);
}

TEST_CASE("an exact solve refuses what does not fit, and stops when it is asked to", "[exact]") {
  ExactRequest request{.identity = {{4, 4}, 3, {}}, .memory_bytes = 1000};
  check_error(solve_exact(request, {}, kUnstopped), ErrorKind::kResource, "exact distances");
  request.memory_bytes.reset();
  request.batch = 1;
  std::atomic<bool> cancel{false};
  ExactObserver observer;
  observer.progress = [&](const ExactProgress& progress) { cancel = progress.stage == 1; };
  check_error(solve_exact(request, observer, cancel), ErrorKind::kInterrupted, "nothing is kept");
  request.identity.board = {2, 2};
  CHECK(solve_exact(request, {}, kUnstopped).error().kind == ErrorKind::kUsage);
}

TEST_CASE("a solve that is stopped when the start is decided has the start and all complete plies", "[exact][law]") {
  int within_stages = 0;
  for (const RuleSet rules : kAllRuleSets) {
    CAPTURE(to_string(rules));
    ReportingDevice device;
    const ExactRequest request{.identity = {{5, 4}, 3, rules}, .device = &device};
    std::atomic<bool> cancel{false};
    std::optional<Label> start;
    ExactObserver observer;
    observer.start = [&](Label label) {
      start = label;
      cancel = true;
    };
    const auto stopped = solve_exact(request, observer, cancel);
    REQUIRE(stopped);
    REQUIRE(start);
    CHECK((decode_label(stopped->summary.start_code) == *start));
    CHECK_FALSE(stopped->start_open_within);
    if (stopped->ended) continue;  // a drawn start is known at the end
    if (stopped->plies < start->distance) ++within_stages;
    ExactRequest limited = request;
    limited.plies = stopped->plies;
    LabelSummary expected = solve_exact(limited, {}, kUnstopped).value().summary;
    expected.start_code = stopped->summary.start_code;
    CHECK((stopped->summary == expected));
  }
  CHECK(within_stages > 0);
}

TEST_CASE("a stopped solve keeps the noted positions that complete stages have decided", "[exact][notes][law]") {
  for (const RuleSet rules : kAllRuleSets) {
    CAPTURE(to_string(rules));
    const TemporaryDirectory directory;
    ExactRequest request{.identity = {{4, 4}, 3, rules}, .notes = directory.file("all.notes"), .note_plies = 6};
    const auto solved = solve_exact(request, {}, kUnstopped);
    REQUIRE(solved);
    const auto all = NoteFile::open(request.notes);
    REQUIRE(all);
    request.notes = directory.file("stopped.notes");
    // With small batches a stage asks several times whether it must stop.
    request.batch = 1;
    const bool has_two_courses = rules.stuck == StuckRule::kWins;
    const auto stop_in = [&](Course course, std::uint32_t stage = 3) {
      std::atomic<bool> cancel{false};
      ExactObserver observer;
      observer.progress = [&](const ExactProgress& progress) {
        if (progress.course == course && progress.stage == stage) cancel = true;
      };
      return solve_exact(request, observer, cancel);
    };
    const auto why = [](const Result<ExactResult>& stopped) {
      const Result<void> ended = stopped ? stopped->ended : tl::unexpected(stopped.error());
      check_error(ended, ErrorKind::kInterrupted);
      return ended.error().message;
    };
    if (has_two_courses) {
      // The first course alone determines no distance, but bounds that of the start from below.
      const Plies distance = decode_label(solved->summary.start_code).distance;
      REQUIRE(distance > 6);
      ExactRequest no_plies{.identity = request.identity, .plies = 0};
      for (const std::uint32_t stage : {2U, 3U}) {
        const auto stopped = stop_in(Course::kFromNothing, stage);
        CHECK_THAT(why(stopped), Catch::Contains("no ply was complete"));
        REQUIRE(stopped);
        CHECK(stopped->start_open_within == 2 * (stage - 2));
        CHECK((stopped->summary == solve_exact(no_plies, {}, kUnstopped).value().summary));
      }
      CHECK_FALSE(std::filesystem::exists(request.notes));
      const auto stopped = stop_in(Course::kFromStuck, 1);
      REQUIRE(stopped);
      REQUIRE(stopped->start_open_within);
      CHECK(*stopped->start_open_within < distance);
      CHECK(*stopped->start_open_within + 2 >= distance);
    }
    const auto stopped = stop_in(has_two_courses ? Course::kFromStuck : Course::kFromNothing);
    CHECK_THAT(why(stopped), Catch::Contains(request.notes + " has the "));
    const auto kept = NoteFile::open(request.notes);
    REQUIRE(kept);
    // Two stages are complete. In the course kFromNothing they decide the distances up to 3. In the course kFromStuck,
    // which begins one ply later, they decide the distances up to 4.
    const Plies within = has_two_courses ? 4 : 3;
    std::uint64_t decided = 0;
    all->for_each([&](PositionCell cell, LabelCode code) {
      const Label label = decode_label(code);
      const bool is_decided = label.outcome != Outcome::kDraw && label.distance <= within;
      decided += is_decided ? 1 : 0;
      CHECK(kept->find(cell) == (is_decided ? code : kOpenCode));
      return true;
    });
    CHECK(kept->positions() == decided);
    CHECK(decided > 0);
    // The result is that of a solve that ends after these plies.
    REQUIRE(stopped);
    const auto limited = solve_exact({.identity = request.identity, .plies = within}, {}, kUnstopped);
    REQUIRE(limited);
    CHECK(stopped->plies == limited->plies);
    CHECK(stopped->noted == decided);
    CHECK_FALSE(stopped->is_complete);
    CHECK((stopped->summary == limited->summary));
    // Even with `restart` a stopped solve keeps an older list, since that list may have more positions.
    const std::string old = text_of_file(request.notes);
    request.restart = true;
    request.note_plies = 2;
    CHECK_THAT(why(stop_in(has_two_courses ? Course::kFromStuck : Course::kFromNothing)),
               Catch::Contains("the plies that were complete by then are counted"));
    CHECK(text_of_file(request.notes) == old);
  }
}

TEST_CASE("a plane that cannot be saved does not cost the result of an exact solve", "[exact][plane]") {
  namespace fs = std::filesystem;
  for (const bool comes_back : {false, true}) {
    CAPTURE(comes_back);
    const TemporaryDirectory directory;
    const std::string folder = directory.file("planes");
    fs::create_directory(folder);
    const ExactRequest request{.identity = {{4, 4}, 3, {}},
                               .notes = directory.file("x.notes"),
                               .note_plies = 2,
                               .plane = folder + "/x.plane",
                               .save_seconds = 0};
    std::string notes;
    ExactObserver observer;
    observer.progress = [&](const ExactProgress& progress) {
      if (progress.stage == 1) fs::remove_all(folder);
      if (progress.stage == 3 && comes_back) fs::create_directory(folder);
    };
    observer.note = [&](const std::string& note) { notes += note + "\n"; };
    const auto solved = solve_exact(request, observer, kUnstopped);
    REQUIRE(solved);
    CHECK(contains(notes, "; the solve goes on and saves again later"));
    CHECK((solved->summary == summary_by_plies(request.identity)));
    CHECK(solved->listed);
    CHECK(NoteFile::open(request.notes));
    CHECK(solved->saved.has_value() == comes_back);
    if (!comes_back) {
      check_error(solved->saved, ErrorKind::kResource, request.plane);
      continue;
    }
    const auto again = solve_exact(request, {}, kUnstopped);
    REQUIRE(again);
    CHECK(again->resumed_after == solved->stages);
  }
}
