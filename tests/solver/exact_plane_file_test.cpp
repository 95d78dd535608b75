// The plane file of an exact solve: a solve that is stopped goes on to the same result, and no damaged file is
// accepted. This file is long because tests of stopped solves and of damaged files share the same small solves.
#include "solver/exact/exact_plane_file.h"

#include "solver/solve_values/solve_values.h"
#include "tests/db/naive_labels.h"
#include "tests/solver/stopped_solve.h"

using namespace uisge;
using namespace uisge::test;

namespace {

ExactRequest request_of(const DatabaseIdentity& identity, const std::string& plane) {
  return {.identity = identity, .plane = plane, .save_seconds = 0};
}

// Solves to the end, or fails the test with the error.
ExactResult solved_exactly(const ExactRequest& request) {
  auto solved = solve_exact(request, {}, kUnstopped);
  INFO((solved ? "" : solved.error().message));
  REQUIRE(solved);
  return std::move(*solved);
}

// Writes the bytes with checksums that fit them. REQUIRES: a whole header.
void write_sealed(const std::string& path, Bytes bytes) {
  const auto seal = [&](std::size_t at, Checksum sum) {
    Bytes number;
    put_number(number, sum);
    std::copy(number.begin(), number.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
    return sum;
  };
  const Checksum header = seal(56, checksum(ByteView(bytes).first(56), 0));
  if (bytes.size() >= 72) seal(bytes.size() - 8, checksum(ByteView(bytes).subspan(64, bytes.size() - 72), header));
  write_bytes(path, bytes);
}

}  // namespace

TEST_CASE("an exact solve that is stopped in every stage ends like an undisturbed one", "[exact][plane][law]") {
  const TemporaryDirectory directory;
  int within_stage = 0;
  for (const RuleSet rules : kAllRuleSets) {
    for (const auto& [size, pieces] : {std::pair<BoardSize, int>{{4, 4}, 3}, {{3, 3}, 2}}) {
      if (pieces == 3 && rules != RuleSet{StuckRule::kWins, false}) continue;
      CAPTURE(to_string(size), pieces, to_string(rules));
      const DatabaseIdentity identity{size, pieces, rules};
      const LabelSummary expected = summary_by_plies(identity);
      ExactRequest whole = request_of(identity, "");
      whole.notes = directory.file("whole.notes");
      whole.note_plies = 2;
      whole.restart = true;  // replaces the list of the game before
      const ExactResult at_once = solved_exactly(whole);
      ExactRequest request = request_of(identity, directory.file("x.plane"));
      std::filesystem::remove(request.plane);
      request.notes = directory.file("x.notes");
      std::filesystem::remove(request.notes);
      request.note_plies = 2;
      std::uint32_t stops = 0;
      std::optional<Label> start;
      for (;; ++stops) {
        request.threads = 1 + stops % 3;
        request.batch = 1 + stops % 7;
        const StoppedExact stopped = solve_one_stage(request);
        within_stage += stopped.is_within_stage ? 1 : 0;
        if (stopped.start) {
          CHECK(start.value_or(*stopped.start) == *stopped.start);
          start = stopped.start;
        }
        if (!stopped.result) {
          REQUIRE(stopped.result.error().kind == ErrorKind::kInterrupted);
          CHECK_THAT(stopped.result.error().message, Catch::Contains("the same command goes on"));
          continue;
        }
        CHECK(stopped.result->is_complete);
        CHECK((stopped.result->summary == expected));
        CHECK(stopped.result->summary.longest_distance_cell == expected.longest_distance_cell);
        CHECK(stopped.result->stages == at_once.stages);
        CHECK((read_bytes(request.notes) == read_bytes(whole.notes)));
        break;
      }
      CHECK(stops + 1 >= at_once.stages / 2);
      REQUIRE(expected.start);
      CHECK(start == decode_label(expected.start_code));
    }
  }
  CHECK(within_stage > 10);
}

TEST_CASE("an exact solve that was begun anew and stopped goes on without --restart", "[exact][plane]") {
  const TemporaryDirectory directory;
  ExactRequest request = request_of({{4, 4}, 3, {}}, directory.file("x.plane"));
  request.restart = true;
  check_error(solve_one_stage(request).result, ErrorKind::kInterrupted,
              "kept in " + request.plane + ", the same command without a restart goes on");
  request.restart = false;
  CHECK(solved_exactly(request).resumed_after > 0);
}

TEST_CASE("an exact solve whose plane was removed does not say that it is kept", "[exact][plane]") {
  const TemporaryDirectory directory;
  ExactRequest request = request_of({{4, 4}, 3, {}}, directory.file("x.plane"));
  check_error(solve_one_stage(request).result, ErrorKind::kInterrupted,
              "; what was saved before is kept in " + request.plane + ", the same command goes on");
  request.save_seconds = 1e9;  // only the end saves
  std::atomic<bool> cancel{false};
  ExactObserver observer;
  observer.progress = [&](const ExactProgress& progress) {
    if (progress.phase != ExactPhase::kStages) return;
    std::filesystem::remove(request.plane);
    cancel = true;
  };
  const auto stopped = solve_exact(request, observer, cancel);
  check_error(stopped, ErrorKind::kInterrupted, "; what was saved in " + request.plane + " is not there any more");
}

TEST_CASE("a finished exact solve reports its result again, and a solve of few plies can go further",
          "[exact][plane]") {
  const TemporaryDirectory directory;
  for (const StuckRule stuck : {StuckRule::kLoses, StuckRule::kWins}) {
    CAPTURE(to_string(stuck));
    ExactRequest request = request_of({{4, 3}, 3, {stuck, true}}, directory.file(std::string(to_string(stuck))));
    const auto solved_in = [&](Plies plies) {
      request.plies = plies;
      return solve_exact(request, {}, kUnstopped);
    };
    REQUIRE(solved_in(4));
    const auto all = solved_in(kMaxPlies);
    if (stuck == StuckRule::kWins) {
      // Under `wins` there are two courses of stages. The first course has already ended at 4 plies, so the solve
      // cannot go on to more plies.
      check_error(all, ErrorKind::kUsage);
      request.restart = true;
      REQUIRE(solved_in(kMaxPlies));
      request.restart = false;
    } else {
      REQUIRE(all);
      CHECK(all->resumed_after == 3);
    }
    const LabelSummary expected = summary_by_plies(request.identity);
    const auto again = solved_in(kMaxPlies);
    REQUIRE(again);
    CHECK((again->summary == expected));
    CHECK(again->resumed_after == again->stages);
    // The plane is complete. A solve of only 5 plies that resumes from it has the same results as a solve without a
    // plane.
    const auto fewer = solved_in(5);
    ExactRequest fresh = request;
    fresh.plane.clear();
    const auto alone = solve_exact(fresh, {}, kUnstopped);
    REQUIRE((fewer && alone));
    CHECK(fewer->is_complete == alone->is_complete);
    CHECK((fewer->summary == alone->summary));
  }
}

TEST_CASE("while an exact solve runs, its plane file is closed to other solves, and it replaces no file of theirs",
          "[exact][plane]") {
  const TemporaryDirectory directory;
  const ExactRequest request = request_of({{4, 3}, 3, {}}, directory.file("x.plane"));
  const ExactRequest other = request_of({{3, 3}, 2, {}}, directory.file("other.plane"));
  solved_exactly(other);
  const Bytes theirs = read_bytes(other.plane);
  std::optional<Result<ExactResult>> second;
  std::vector<std::string> notes;
  int saves = 0;
  ExactObserver observer;
  observer.progress = [&](const ExactProgress& progress) {
    if (progress.phase != ExactPhase::kSave || ++saves != 2) return;
    second = solve_exact(request, {}, kUnstopped);
    std::filesystem::rename(other.plane, request.plane);
  };
  observer.note = [&](const std::string& note) { notes.push_back(note); };
  const auto solved = solve_exact(request, observer, kUnstopped);
  REQUIRE(second);
  check_error(*second, ErrorKind::kResource, "x.plane.part: another process is writing it");
  const std::string words = "x.plane: this file has appeared meanwhile and is not overwritten";
  REQUIRE_FALSE(notes.empty());
  CHECK_THAT(notes.front(), Catch::Contains(words));
  REQUIRE(solved);
  CHECK((solved->summary == summary_by_plies(request.identity)));
  check_error(solved->saved, ErrorKind::kResource);
  CHECK(solved->saved.error().message.ends_with(words + "; what was saved in " + request.plane +
                                                " is not there any more"));
  CHECK((read_bytes(request.plane) == theirs));
  CHECK_FALSE(std::filesystem::exists(request.plane + ".part"));
}

// With 0 plies the first course has a stage, and the second course has none.
TEST_CASE("an exact solve of 0 plies can be made again where stuck players win", "[exact][plane]") {
  const TemporaryDirectory directory;
  ExactRequest request = request_of({{3, 3}, 2, {StuckRule::kWins, false}}, directory.file("x.plane"));
  request.save_seconds = 1e9;  // only the end saves
  request.plies = 0;
  solved_exactly(request);
  solved_exactly(request);
  request.plies = kMaxPlies;
  CHECK((solved_exactly(request).summary == summary_by_plies(request.identity)));
}

TEST_CASE("a plane from which a solve cannot continue is refused in one line, and nothing is lost",
          "[exact][plane][bad]") {
  const TemporaryDirectory directory;
  const DatabaseIdentity identity{{3, 3}, 2, {}};
  const std::string plane = directory.file("good.plane");
  REQUIRE(solve_exact(request_of(identity, plane), {}, kUnstopped));
  const std::string values = directory.file("values.plane");
  ValuesRequest by_sweeps{.identity = identity, .plane = values};
  REQUIRE(solve_values(by_sweeps, {}, kUnstopped));
  const std::string text = directory.file("text");
  std::ofstream(text) << "not a plane";
  const auto other_rules = [](ExactRequest& request) { request.identity.rules.stuck = StuckRule::kDraws; };
  const struct {
    std::string path;
    std::function<void(ExactRequest&)> change;
    ErrorKind kind;
    std::string words;
  } cases[] = {
      {plane, other_rules, ErrorKind::kBadFile, "is the plane of 3x3 with 2 pieces a side, loses"},
      {plane, [&](ExactRequest& request) { other_rules(request), request.restart = true; }, ErrorKind::kBadFile,
       "is the plane of"},
      {plane, [](ExactRequest& request) { request.note_plies = 3; }, ErrorKind::kUsage, "other positions"},
      {plane, [&](ExactRequest& request) { request.notes = plane, request.note_plies = 1; }, ErrorKind::kUsage, plane},
      {directory.file("new"), [](ExactRequest& request) { request.notes = request.plane, request.note_plies = 1; },
       ErrorKind::kUsage, "another name"},
      {values, [](ExactRequest& request) { request.restart = true; }, ErrorKind::kUsage,
       "is not the plane of an exact"},
      {text, [](ExactRequest&) {}, ErrorKind::kUsage, "is not the plane of an exact"},
      {directory.file("nowhere/x"), [](ExactRequest&) {}, ErrorKind::kResource, "nowhere"},
  };
  for (const auto& [path, change, kind, words] : cases) {
    CAPTURE(path, words);
    const Bytes before = std::filesystem::exists(path) ? read_bytes(path) : Bytes();
    ExactRequest request = request_of(identity, path);
    change(request);
    const auto refused = solve_exact(request, {}, kUnstopped);
    check_error(refused, kind, words);
    CHECK(refused.error().message.find('\n') == std::string::npos);
    CHECK((!std::filesystem::exists(path) || read_bytes(path) == before));
  }
  // A solve by sweeps refuses the plane of an exact solve.
  by_sweeps.plane = plane;
  const auto refused = solve_values(by_sweeps, {}, kUnstopped);
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().message, Catch::Contains("is not the plane of a values solve"));
}

TEST_CASE("what a kill leaves beside the plane does no harm", "[exact][plane]") {
  const TemporaryDirectory directory;
  const DatabaseIdentity identity{{4, 3}, 3, {}};
  const LabelSummary expected = summary_by_plies(identity);
  ExactRequest request = request_of(identity, directory.file("x.plane"));
  request.plies = 6;
  solved_exactly(request);
  request.plies = kMaxPlies;
  const Bytes plane = read_bytes(request.plane);
  // The power failed while `FILE.part` was written: half of it, only its beginning, or nothing has reached the disk.
  // Each case is tried with an older plane file and without one.
  for (const bool has_plane : {true, false}) {
    for (const std::size_t bytes : {plane.size() / 2, std::size_t{8}, std::size_t{0}}) {
      CAPTURE(has_plane, bytes);
      std::filesystem::remove(request.plane);
      if (has_plane) write_bytes(request.plane, plane);
      write_bytes(request.plane + ".part", ByteView(plane).first(bytes));
      const ExactResult solved = solved_exactly(request);
      CHECK((solved.summary == expected));
      CHECK(solved.resumed_after == (has_plane ? 4 : 0));
      CHECK_FALSE(std::filesystem::exists(request.plane + ".part"));
    }
  }
  // An empty file is not a plane, so the solve begins anew.
  write_bytes(request.plane, {});
  CHECK(solve_exact(request, {}, kUnstopped));
}

TEST_CASE("a plane of an exact solve that is cut or damaged is refused, or begun anew on request",
          "[exact][plane][bad]") {
  const TemporaryDirectory directory;
  for (const StuckRule stuck : {StuckRule::kPasses, StuckRule::kWins}) {
    const DatabaseIdentity identity{{3, 3}, 2, {stuck, false}};
    ExactRequest request = request_of(identity, directory.file(std::string(to_string(stuck))));
    solved_exactly(request);
    const Bytes good = read_bytes(request.plane);
    REQUIRE(good.size() < 4000);
    const auto is_refused = [&] {
      const auto solved = solve_exact(request, {}, kUnstopped);
      return !solved && (solved.error().kind == ErrorKind::kBadFile || solved.error().kind == ErrorKind::kUsage);
    };
    std::size_t believed = 0;
    for (std::size_t size = 1; size < good.size(); ++size) {
      write_bytes(request.plane, ByteView(good).first(size));
      if (!is_refused()) ++believed;
    }
    Bytes longer = good;
    longer.push_back(std::byte{0});
    write_bytes(request.plane, longer);
    if (!is_refused()) ++believed;
    for (std::size_t at = 0; at < good.size(); ++at) {
      Bytes bad = good;
      bad[at] ^= std::byte{1} << at % 8;
      write_bytes(request.plane, bad);
      if (!is_refused()) ++believed;
      // The checksums fit, so the solve may accept the file or refuse it, but must not crash. A byte has one bit
      // changed under one rule, and all bits set under the other.
      if (at < 8) continue;
      if ((at % 2 == 0) == (stuck == StuckRule::kWins)) bad[at] = std::byte{0xFF};
      write_sealed(request.plane, bad);
      static_cast<void>(solve_exact(request, {}, kUnstopped));
    }
    CHECK(believed == 0);
    Bytes bad = good;
    bad.back() ^= std::byte{1};
    write_bytes(request.plane, bad);
    request.restart = true;
    CHECK((solved_exactly(request).summary == summary_by_plies(identity)));
  }
}
