#include "solver/cli/values_progress_text.h"
#include "tests/test.h"

using namespace uisge;
using uisge::cli::ValuesProgressText;
using uisge::test::contains;

namespace {

constexpr std::uint64_t kMachineMemory = std::uint64_t{24} << 30;
constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

ValuesProgress in_sweep(std::uint32_t sweep, double share, double sweep_seconds) {
  return {.phase = ValuesPhase::kSweeps,
          .sweep = sweep,
          .cells = 8'000'000'000,
          .share = share,
          .sweep_won = 1'234'567,
          .sweep_seconds = sweep_seconds};
}

}  // namespace

TEST_CASE("the progress of a values solve says how far it is, what it won and how fast it goes", "[cli][progress]") {
  ValuesProgressText text(false);
  CHECK(text.line({}, 0.5, kMachineMemory) == "enumerating placements, 0.50 s");
  // In two seconds the sweep has visited a quarter of eight billion positions. The plane has no file.
  CHECK(text.line(in_sweep(3, 0.25, 2), 90, kMachineMemory) ==
        "sweep 3, 25 %, 1 min 30 s, +1,234,567 won, 1.00 billion positions/s, 24 GiB of memory");
  // A sweep that has just begun has no speed yet.
  CHECK(text.line(in_sweep(4, 0, 0), 90, kMachineMemory) ==
        "sweep 4, 0 %, 1 min 30 s, +1,234,567 won, 24 GiB of memory");
  ValuesProgress last = in_sweep(9, 0.25, 30);
  last.phase = ValuesPhase::kLastSweep;
  CHECK(text.line(last, 150, kMachineMemory).starts_with("last sweep, 25 %, about 1 min 30 s left, 2 min 30 s, "));
  last.phase = ValuesPhase::kAssemble;
  CHECK(text.line(last, 180, kMachineMemory) == "writing the database, 25 %, about 1 min 30 s left, 3 min 00 s");
}

TEST_CASE("the progress of a values solve shows the disk's present speed, not its average", "[cli][progress]") {
  ValuesProgressText text(false);
  const auto line = [&](double now, std::uint64_t read, std::uint64_t written) {
    ValuesProgress progress = in_sweep(3, 0.25, 2);
    progress.bytes_read = read * kMiB;
    progress.bytes_written = written * kMiB;
    return text.line(progress, now, kMachineMemory);
  };
  CHECK(contains(line(10, 4000, 1000), ", disk 400 MiB/s read and 100 MiB/s written, "));
  // The time is too short to measure, so the last figures are kept.
  CHECK(contains(line(10.5, 4001, 1001), ", disk 400 MiB/s read and 100 MiB/s written, "));
  CHECK(contains(line(20, 5000, 3000), ", disk 100 MiB/s read and 200 MiB/s written, "));
  CHECK(contains(line(40, 5000, 3000), ", disk 0 bytes/s read and 0 bytes/s written, "));
  ValuesProgress by_card = in_sweep(3, 0.25, 2);
  by_card.bytes_read = 4000 * kMiB;
  CHECK(contains(ValuesProgressText(true).line(by_card, 10, kMachineMemory), ", moved 400 MiB/s read and "));
}

TEST_CASE("the time left of a values solve follows from how the sweeps win less and less", "[cli][progress]") {
  ValuesProgressText text(false);
  // Each sweep finds a sixteenth as many wins as the sweep before. The time of a sweep is expected to shrink by the
  // fourth root of this factor, that is, by half.
  std::uint64_t won = std::uint64_t{1} << 40;
  double now = 0;
  std::string line;
  for (std::uint32_t sweep = 1; sweep <= 6; ++sweep) {
    ValuesProgress progress = in_sweep(sweep, 0, 0);
    progress.last_won = sweep == 1 ? 0 : won;
    line = text.line(progress, now, kMachineMemory);
    CHECK(contains(line, "left") == (sweep >= 5));
    if (sweep != 1) won /= 16;
    progress.share = 1;
    progress.sweep_seconds = 64;
    now += 64;
    text.line(progress, now, kMachineMemory);
  }
  // The fifth sweep found 2^24 wins, and took 64 seconds. The sixth sweep is expected to take as long. Six more sweeps
  // are expected to take 32, 16, 8, 4, 2 and 1 seconds.
  CHECK(contains(line, ", about 2 min 07 s left, "));
}
