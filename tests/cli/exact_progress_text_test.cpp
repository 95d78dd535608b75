#include "solver/cli/exact_progress_text.h"

#include "tests/test.h"

using namespace uisge;
using uisge::cli::exact_progress_line;
using uisge::test::contains;

TEST_CASE("the progress of an exact solve says how far it is and about how long it takes", "[cli][progress][exact]") {
  constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
  DatabaseIdentity game{{7, 6}, 5, {}};
  ExactProgress progress;
  CHECK(exact_progress_line(game, progress, 0.5, kGiB) == "enumerating placements, 0.50 s");
  progress.phase = ExactPhase::kStages;
  progress.stage = 2;
  progress.stage_counts = stage_plies(Course::kFromNothing, 2);
  progress.stage_counts.won = 1'234'567;
  progress.stage_counts.lost = 89;
  progress.cells = 8'000'000'000;
  progress.share = 0.25;
  progress.stage_seconds = 2;
  progress.stages_seconds = 10;
  progress.whole_stage_seconds = 10;
  CHECK(exact_progress_line(game, progress, 90, kGiB) ==
        "within 3 plies, 25 %, 1 min 30 s, +1,234,567 won, +89 lost, 1.00 billion positions/s, 1.0 GiB of memory");
  // From the third stage on, the line has the time left. The estimate is 33 stages of ten seconds; twelve seconds of
  // these 330 are over.
  progress.stage = 3;
  CHECK(contains(exact_progress_line(game, progress, 90, kGiB), "25 %, about 5 min 18 s left, 1 min 30 s"));
  progress.is_on_device = true;  // a device takes as long as 60 stages over everything
  CHECK(contains(exact_progress_line(game, progress, 90, kGiB), "about 9 min 48 s left"));
  progress.is_on_device = false;
  game.rules.stuck = StuckRule::kWins;  // two courses
  CHECK(contains(exact_progress_line(game, progress, 90, kGiB), "about 10 min 48 s left"));
  progress.is_resumed = true;
  CHECK(!contains(exact_progress_line(game, progress, 90, kGiB), "left"));
  progress.is_resumed = false;
  progress.stages_seconds = 700;  // longer than estimated
  CHECK(!contains(exact_progress_line(game, progress, 90, kGiB), "left"));
}
