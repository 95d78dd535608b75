// Tests solves and readers that use the same file at the same time, and solves that are killed at random moments.
#include "tests/cli/run_program.h"
#include "tests/db/naive_labels.h"

using namespace uisge::test;

namespace {

using Options = std::vector<std::string>;

const Options kShort{"--board", "4x4", "--pieces", "3"};
const Options kLonger{"--board", "5x4", "--pieces", "4"};  // long enough for a signal in the middle

Options solve_arguments(const Options& game, const std::string& out, const Options& more = {}) {
  return joined(joined({"solve", "--threads", "2", "--out", out}, game), more);
}

}  // namespace

TEST_CASE("two hundred solves that are killed at random all end in the golden bytes", "[cli][kill][.slow]") {
  const TemporaryDirectory directory;
  const std::string golden_path = directory.file("golden.uisge");
  const auto begin = std::chrono::steady_clock::now();
  run_well(solve_arguments(kShort, golden_path));
  const auto whole = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin);
  const uisge::Bytes golden = read_bytes(golden_path);
  const std::string out = directory.file("x.uisge");
  std::mt19937 random(1983);
  // The longest wait is a little longer than the solve, so that some kills come at the end of the solve.
  std::uniform_int_distribution<int> wait(0, static_cast<int>(whole.count() * 11 / 10));
  int killed = 0;
  int resumed = 0;
  // On a busy machine more solves end before they are killed.
  for (int round = 0; killed < 200; ++round) {
    REQUIRE(round < 2000);
    // Kills solves, one after the other, until a solve ends before it is killed.
    for (;;) {
      RunningProgram program(UISGE_PROGRAM, solve_arguments(kShort, out, {"--resume"}));
      std::this_thread::sleep_for(std::chrono::microseconds(wait(random)));
      program.send(SIGKILL);
      const ProgramRun run = program.wait();
      if (contains(run.err, "resuming after")) ++resumed;
      if (run.exit_code == 0) break;
      REQUIRE(run.exit_code == 128 + SIGKILL);
      ++killed;
      if (std::filesystem::exists(out)) REQUIRE((read_bytes(out) == golden));
    }
    REQUIRE((read_bytes(out) == golden));
    std::filesystem::remove(out);
    REQUIRE(std::distance(std::filesystem::directory_iterator(directory.path()), {}) == 1);
  }
  CHECK(resumed > 50);
}

TEST_CASE("a second solve of the same file is refused while the first is at work", "[cli][kill]") {
  const TemporaryDirectory directory;
  const std::string out = directory.file("x.uisge");
  RunningProgram first(UISGE_PROGRAM, solve_arguments(kLonger, out));
  REQUIRE(grows_beyond(out + ".plies", 0));
  first.send(SIGSTOP);
  for (const char* option : {"--resume", "--restart"}) {
    check_refused(solve_arguments(kLonger, out, {option}), 4, "another process");
  }
  first.send(SIGCONT);
  CHECK(first.wait().exit_code == 0);
  run_well({"check", out});
}

// Both signals are sent while the program is stopped, so that it gets the second signal before it can act on the first.
TEST_CASE("a second signal ends a solve at once, and what is on disk stays good", "[cli][kill]") {
  const TemporaryDirectory directory;
  const std::string out = directory.file("x.uisge");
  run_well(solve_arguments(kLonger, directory.file("golden.uisge")));
  int at_once = 0;
  int in_order = 0;  // how often the program stopped as it should and printed its progress
  int too_late = 0;  // how often the program had ended before the signal
  while (at_once == 0 && in_order + too_late < 20) {
    RunningProgram program(UISGE_PROGRAM, solve_arguments(kLonger, out));
    REQUIRE(grows_beyond(out + ".plies", 0));
    program.send(SIGSTOP);
    program.send(SIGTERM);
    program.send(SIGINT);
    program.send(SIGCONT);
    REQUIRE(program.ends_within(std::chrono::seconds(20)));
    const ProgramRun run = program.wait();
    CAPTURE(run.err);
    if (run.exit_code == 0) {
      ++too_late;
    } else {
      REQUIRE((run.exit_code == 128 + SIGINT || run.exit_code == 128 + SIGTERM));
      ++(run.err.empty() ? at_once : in_order);
      run_well(solve_arguments(kLonger, out, {"--resume"}));
    }
    CHECK((read_bytes(out) == read_bytes(directory.file("golden.uisge"))));
    std::filesystem::remove(out);
  }
  CAPTURE(at_once, in_order, too_late);
  CHECK(at_once == 1);
}

TEST_CASE("a reader of a file that is replaced answers from one file or the other", "[cli][kill][no-asan]") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("x.uisge");
  std::vector<uisge::Bytes> files;
  for (const char* stuck : {"loses", "draws"}) {
    const std::string solved = directory.file(stuck);
    run_well({"solve", "--board", "4x3", "--pieces", "2", "--stuck", stuck, "--out", solved});
    files.push_back(read_bytes(solved));
  }
  RunOptions options;
  // The two files have different distances for the start. The query asks many times for the start and one other
  // position.
  for (int i = 0; i < 300; ++i) options.input += "4/bb2/1ww1 w\n4/1bb1/1ww1 w\n";
  const std::vector<std::string> query{"query", path, "-", "--json"};
  std::vector<std::string> expected;
  for (const uisge::Bytes& file : files) {
    write_bytes(path, file);
    expected.push_back(run_uisge(query, options).out);
  }
  REQUIRE(expected[0] != expected[1]);
  std::atomic<bool> done{false};
  std::thread replacer([&] {
    for (std::size_t i = 0; !done; ++i) {
      write_bytes(path + ".new", files[i % 2]);
      std::filesystem::rename(path + ".new", path);
      // This thread replaces the file hundreds of times while a reader starts and asks. The pause lets other processes
      // use the disk.
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  int wrong = 0;
  for (int round = 0; round < 20; ++round) {
    const ProgramRun run = run_uisge(query, options);
    wrong += run.exit_code != 0 || (run.out != expected[0] && run.out != expected[1]) ? 1 : 0;
    wrong += run_uisge({"check", path}).exit_code != 0 ? 1 : 0;
  }
  done = true;
  replacer.join();
  CHECK(wrong == 0);
}
