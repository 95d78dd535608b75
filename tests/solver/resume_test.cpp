// Resumed solves: every damaged checkpoint loses only the damaged plies or is refused.
#include "solver/checkpoint/ply_log.h"
#include "solver/solve/solve.h"
#include "tests/db/naive_labels.h"
#include "tests/solver/forged_log.h"
#include "tests/solver/stopped_solve.h"

using namespace uisge;
using namespace uisge::test;

namespace {

SolveRequest request(const std::string& output, RuleSet rules) {
  return {.identity = {{4, 4}, 3, rules}, .output = output, .threads = 2};
}

std::string solved(const SolveRequest& request) {
  const auto result = solve(request, {}, std::atomic<bool>{false});
  REQUIRE(result);
  return text_of_file(request.output);
}

// The error with which this solve is refused.
Error refusal(const SolveRequest& request) {
  const auto result = solve(request, {}, std::atomic<bool>{false});
  REQUIRE(!result);
  return result.error();
}

// A solve that was stopped after some plies, and is to be resumed.
struct StoppedSolve {
  explicit StoppedSolve(int plies) : resumed(request(folder.file("x.uisge"), {})) {
    REQUIRE(!solve_for(resumed, plies));
    resumed.resume = true;
    log_path = ply_log_path(resumed.output);
    log = text_of_file(log_path);
  }
  // The database that the resumed solve makes from a checkpoint with these bytes.
  std::string resumed_from(const std::string& bytes) const {
    write_text(log_path, bytes);
    std::string database = solved(resumed);
    std::filesystem::remove(resumed.output);
    return database;
  }
  // The bytes that the database must have.
  std::string golden() const { return solved(request(folder.file("golden.uisge"), {})); }

  TemporaryDirectory folder;
  SolveRequest resumed;
  std::string log_path;
  std::string log;
};

}  // namespace

TEST_CASE("a checkpoint that is cut or damaged anywhere goes back to its last good ply", "[solve][damage]") {
  const StoppedSolve stopped(12);
  const std::string& log = stopped.log;
  const std::string golden = stopped.golden();
  REQUIRE(log.size() > 1000);
  constexpr std::size_t kHeader = 40;
  for (std::size_t at = kHeader; at < log.size(); at += log.size() / 37) {
    CAPTURE(at);
    CHECK(stopped.resumed_from(log.substr(0, at)) == golden);
    CHECK(stopped.resumed_from(flipped(log, at, 0x10)) == golden);
  }
}

TEST_CASE("resuming cuts off what lies behind the last good ply", "[solve][damage]") {
  const StoppedSolve stopped(6);
  const std::string& path = stopped.log_path;
  const std::string& log = stopped.log;
  const PlyLogHeader header = PlyLogReader::open(path)->header();
  // Garbage that begins like a record, and a second header where a record should be.
  for (const std::string& rest : {std::string("S"), std::string(5000, 'S'), log}) {
    write_text(path, log + rest);
    const auto resumed = PlyLog::resume(path, header);
    REQUIRE(resumed);
    CHECK(resumed->incomplete_bytes() == rest.size());
    CHECK((text_of_file(path) == log));  // the inner brackets keep Catch2 from printing the log
  }
  // The checkpoint of a board with another number of placements is refused and left as it is.
  PlyLogHeader other = header;
  --other.placements;
  check_error(PlyLog::resume(path, other), ErrorKind::kBadFile);
  CHECK((text_of_file(path) == log));
  // If a ply is damaged, all later plies are lost too.
  auto resumed = PlyLog::resume(path, header);
  REQUIRE(resumed);
  REQUIRE(resumed->plies().size() == 6);
  const std::uint64_t end_of_second = resumed->plies()[1].end;
  REQUIRE(resumed->drop_from(2));
  CHECK((text_of_file(path) == log.substr(0, end_of_second)));
}

TEST_CASE("a resumed solve reports each segment of its checkpoint, and can stop there", "[solve]") {
  const StoppedSolve stopped(12);
  const auto reader = PlyLogReader::open(stopped.log_path).value();
  std::size_t segments = 0;
  for (const LoggedPly& ply : reader.plies()) segments += ply.segments.size();
  SolveRequest alone = stopped.resumed;
  alone.threads = 1;
  std::size_t reports = 0;
  const auto solve_until = [&](std::size_t last_report) {
    std::atomic<bool> cancel{false};
    SolveObserver observer;
    observer.progress = [&](const SolveProgress& progress) {
      if (progress.phase == SolvePhase::kResume && ++reports == last_report) cancel = true;
    };
    reports = 0;
    return solve(alone, observer, cancel);
  };
  check_error(solve_until(2), ErrorKind::kInterrupted);
  CHECK(reports == 2);
  CHECK(solve_until(SIZE_MAX));
  CHECK(reports == reader.plies().size() + segments);
  CHECK(text_of_file(alone.output) == stopped.golden());
}

TEST_CASE("complete plies behind damage are found and kept in another file", "[solve][damage]") {
  const StoppedSolve stopped(12);
  const auto& [folder, resumed, log_path, log] = stopped;
  const std::string golden = stopped.golden();
  const auto reader = PlyLogReader::open(log_path).value();
  REQUIRE(reader.plies().size() == 12);
  CHECK(!reader.last_lost_ply().value());
  const auto end = [&](std::size_t ply) { return ply == 0 ? 40 : reader.plies()[ply - 1].end; };
  int kept = 0;
  for (std::size_t ply = 0; ply < 12; ++ply) {
    CAPTURE(ply);
    // Damages each byte of the head of the ply's first segment, since damage there breaks the chain of segments.
    for (std::size_t byte = 0; byte < 32; ++byte) {
      write_text(log_path, flipped(log, end(ply) + byte, 4));
      const auto broken = PlyLogReader::open(log_path).value();
      CHECK(broken.plies().size() == ply);
      const std::optional<Plies> last = broken.last_lost_ply().value();
      if (ply != 11) CHECK(last == Plies{11});
    }
    if (ply % 4 != 0) continue;
    const std::string damaged = flipped(log, end(ply) + 5);
    write_text(log_path, damaged);
    std::vector<std::string> notes;
    SolveObserver observer;
    observer.note = [&](const std::string& note) { notes.push_back(note); };
    REQUIRE(solve(resumed, observer, std::atomic<bool>{false}));
    CHECK(text_of_file(resumed.output) == golden);
    std::filesystem::remove(resumed.output);
    const std::string name = log_path + (kept == 0 ? ".lost" : ".lost-" + std::to_string(kept + 1));
    ++kept;
    REQUIRE(!notes.empty());
    CHECK(notes.back() == "complete plies behind the damage are kept in " + name);
    CHECK(text_of_file(name) == log.substr(0, 40) + damaged.substr(end(ply)));
  }
  CHECK(kept == 3);

  // The data of a segment are damaged. The heads are intact, so the damage is noticed only when the plies are read
  // back.
  const SegmentRecord& segment = reader.plies()[3].segments.front();
  const std::string damaged = flipped(log, segment.offset + segment.bytes / 2);
  CHECK(stopped.resumed_from(damaged) == golden);
  CHECK(text_of_file(log_path + ".lost-4") == log.substr(0, 40) + damaged.substr(end(3)));
}

TEST_CASE("a ply with right checksums that lacks a segment is solved again", "[solve][damage]") {
  const StoppedSolve stopped(9);
  const std::string golden = stopped.golden();
  // One ply lacks its first segment or has it twice.
  const auto forged = [&](std::size_t wrong_ply, std::size_t times) {
    write_text(stopped.log_path, stopped.log);
    return forged_log(stopped.log_path, [&](std::size_t ply, PlyCounts&, std::vector<SegmentRecord>& segments) {
      if (ply != wrong_ply) return;
      const SegmentRecord first = segments.front();
      segments.erase(segments.begin());
      segments.insert(segments.begin(), times, first);
    });
  };
  REQUIRE(forged(0, 1) == stopped.log);
  for (const std::size_t times : {std::size_t{0}, std::size_t{2}}) {
    for (std::size_t ply = 1; ply < 9; ++ply) {
      CAPTURE(times, ply);
      const std::string bytes = forged(ply, times);
      write_text(stopped.log_path, bytes);
      REQUIRE(PlyLogReader::open(stopped.log_path).value().plies().size() == 9);
      CHECK(stopped.resumed_from(bytes) == golden);
    }
  }
}

TEST_CASE("a file that is not a checkpoint of this solve is refused", "[solve][damage]") {
  const StoppedSolve stopped(5);
  const auto& [folder, resumed, log_path, log] = stopped;

  SolveRequest other = resumed;
  other.identity.rules.stuck = StuckRule::kDraws;
  CHECK(refusal(other).kind == ErrorKind::kBadFile);
  other = resumed;
  other.identity.pieces = 2;
  CHECK(refusal(other).kind == ErrorKind::kBadFile);

  // A checkpoint in which any byte of the header has changed is refused.
  for (std::size_t at = 0; at < 40; ++at) {
    CAPTURE(at);
    write_text(log_path, flipped(log, at));
    CHECK(refusal(resumed).kind == ErrorKind::kBadFile);
    CHECK(text_of_file(log_path) == flipped(log, at));  // the file stays as it is
  }
  // A file that is not a checkpoint is refused, with `resume` and with `restart`.
  SolveRequest restarted = resumed;
  restarted.resume = false;
  restarted.restart = true;
  const std::string letter = folder.file("letter");
  for (const std::string& name : {log_path, resumed.output + ".part"}) {
    write_text(log_path, log);
    for (const SolveRequest& asked : {resumed, restarted}) {
      write_text(name, "not a checkpoint");
      CHECK(refusal(asked).kind == ErrorKind::kBadFile);
      CHECK(text_of_file(name) == "not a checkpoint");
      std::filesystem::remove(name);
      write_text(letter, "");
      for (const bool is_symbolic : {true, false}) {
        if (is_symbolic) std::filesystem::create_symlink(letter, name);
        if (!is_symbolic) std::filesystem::create_hard_link(letter, name);
        CHECK(refusal(asked).kind == ErrorKind::kResource);
        std::filesystem::remove(name);
      }
      CHECK(text_of_file(letter).empty());
    }
  }
}

TEST_CASE("a file that appears under the database's name during the solve is not overwritten", "[solve]") {
  const TemporaryDirectory folder;
  const SolveRequest asked = request(folder.file("x.uisge"), {});
  SolveObserver observer;
  observer.progress = [&](const SolveProgress& progress) {
    if (progress.phase == SolvePhase::kPlies && progress.ply == 3) write_text(asked.output, "somebody's");
  };
  check_error(solve(asked, observer, std::atomic<bool>{false}), ErrorKind::kResource, "has appeared meanwhile");
  CHECK(text_of_file(asked.output) == "somebody's");
  // The checkpoint is still there: when the foreign file at the output's path is removed, the resumed solve completes.
  std::filesystem::remove(asked.output);
  SolveRequest resumed = asked;
  resumed.resume = true;
  CHECK(solved(resumed) == solved(request(folder.file("golden.uisge"), {})));
}

TEST_CASE("a checkpoint that somebody has removed is not reported as kept", "[solve]") {
  const TemporaryDirectory folder;
  const SolveRequest asked = request(folder.file("x.uisge"), {});
  std::atomic<bool> cancel{false};
  SolveObserver observer;
  observer.progress = [&](const SolveProgress& progress) {
    if (progress.phase != SolvePhase::kPlies || progress.ply < 4) return;
    std::filesystem::remove(ply_log_path(asked.output));
    cancel = true;
  };
  check_error(solve(asked, observer, cancel), ErrorKind::kInterrupted,
              "x.uisge.plies is not there any more, nothing is kept");
}

TEST_CASE("a solve completes without its checkpoint, and leaves a file that has taken the name", "[solve]") {
  const TemporaryDirectory folder;
  const std::string golden = solved(request(folder.file("golden.uisge"), {}));
  const SolveRequest asked = request(folder.file("x.uisge"), {});
  const std::string log = ply_log_path(asked.output);
  for (const bool is_replaced : {false, true}) {
    CAPTURE(is_replaced);
    SolveObserver observer;
    observer.progress = [&](const SolveProgress& progress) {
      if (progress.phase != SolvePhase::kPlies || progress.ply != 4) return;
      std::filesystem::remove(log);
      if (is_replaced) write_text(log, "another solve's");
    };
    CHECK(solve(asked, observer, std::atomic<bool>{false}));
    CHECK(text_of_file(asked.output) == golden);
    CHECK(text_of_file(log) == (is_replaced ? "another solve's" : ""));
    std::filesystem::remove(log);
    std::filesystem::remove(asked.output);
  }
}

TEST_CASE("an unfinished solve is overwritten only on request, and not shared", "[solve]") {
  const StoppedSolve stopped(5);
  SolveRequest unasked = stopped.resumed;
  unasked.resume = false;
  CHECK(refusal(unasked).kind == ErrorKind::kUsage);
  CHECK(text_of_file(stopped.log_path) == stopped.log);

  {
    const auto held = PlyLog::resume(stopped.log_path, PlyLogReader::open(stopped.log_path)->header());
    REQUIRE(held);
    const Error second = refusal(stopped.resumed);
    CHECK(second.kind == ErrorKind::kResource);
    CHECK(contains(second.message, "another process"));
  }
  CHECK(solve(stopped.resumed, {}, std::atomic<bool>{false}));
}
