#include "solver/cli/solve_progress_text.h"
#include "tests/test.h"

using namespace uisge;
using uisge::cli::SolveProgressText;

namespace {

constexpr std::uint64_t kMemory = 2'400'000'000;

SolveProgress in_ply(int ply, double share, double ply_seconds) {
  return {.phase = SolvePhase::kPlies,
          .ply = static_cast<Plies>(ply),
          .share = share,
          .ply_seconds = ply_seconds,
          .won = 700'000'000,
          .lost = 600'000'000,
          .cells = 5'000'000'000,
          .planned_seconds = 400};
}

std::string line_at(SolveProgressText& text, const SolveProgress& progress, double now) {
  text.note(progress, now);
  return text.line(kMemory);
}

// The seconds in "~96.0 s left" or "~1 min 36 s left"; -1 if the line has neither.
double seconds_left(const std::string& line) {
  std::smatch found;
  if (!std::regex_search(line, found, std::regex("~(?:(\\d+) min )?([\\d.]+) s left"))) return -1;
  return (found[1].matched ? 60 * std::stod(found[1]) : 0) + std::stod(found[2]);
}

}  // namespace

TEST_CASE("the progress of a solve begins with the ply, its share and the time left", "[cli][progress]") {
  SolveProgressText text(5);
  CHECK(line_at(text, {}, 0.5).starts_with("enumerating placements, 0.50 s so far"));
  line_at(text, in_ply(0, 0, 0), 1);
  const std::string line = line_at(text, in_ply(1, 0.5, 2), 11);
  // The plan says 400 s from the beginning of the plies, which was ten seconds ago.
  CHECK(line.starts_with("ply 1 (50 %), ~6 min 30 s left, 11.0 s so far, 750.0 million/s, 2.2 GiB, "));
  const std::string longest = line_at(text, in_ply(182, 0.5, 99), 3500);
  CHECK(longest.find("2.2 GiB") + 7 < 80);
  // A ply that has just begun shows no share, since "0 %" looks as if the program did nothing.
  CHECK(line_at(text, in_ply(2, 0, 0), 12).starts_with("ply 2, ~"));
}

TEST_CASE("the time left is corrected by the time of the first plies", "[cli][progress]") {
  SolveProgressText text(4);
  double now = 0;
  for (int ply = 0; ply <= 10; ++ply) line_at(text, in_ply(ply, 0, 0), now = ply * 2.0);
  // The estimate is sixty sweeps of two seconds; twenty seconds have passed.
  CHECK(seconds_left(line_at(text, in_ply(10, 0, 0), now)) == Approx(100));
  // Plies that take far less time than a sweep do not count as sweeps. Once the estimated time is over, the line names
  // no time.
  for (int ply = 21; ply <= 60; ++ply) line_at(text, in_ply(ply, 0, 0), now += 0.1);
  CHECK(seconds_left(line_at(text, in_ply(61, 0, 0), 50)) == Approx(70));
  CHECK(seconds_left(line_at(text, in_ply(62, 0, 0), 121)) == -1);
}

TEST_CASE("a resumed solve shows no time left for its plies", "[cli][progress]") {
  SolveProgressText text(4);
  SolveProgress reading{.phase = SolvePhase::kResume};
  line_at(text, reading, 0);
  reading.share = 0.25;
  CHECK(seconds_left(line_at(text, reading, 3)) == Approx(9));
  line_at(text, in_ply(40, 0, 0), 10);
  CHECK(seconds_left(line_at(text, in_ply(41, 0, 0), 11)) == -1);
}
