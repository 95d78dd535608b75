// Failures of the system under the program's feet, injected with strace and a full tmpfs: every one is exit 4 in one
// line, nothing half-made is left under the final name, and the checkpoint leads to the golden bytes.
// Long because each kind of call that can fail has a test of its own.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "tests/cli/run_program.h"
#include "tests/db/naive_labels.h"

using namespace uisge::test;

namespace {

std::vector<std::string> solve_arguments(const std::string& out) {
  return {"solve", "--board", "4x4", "--pieces", "3", "--threads", "1", "--out", out};
}

struct FaultyRun {
  ProgramRun run;
  bool was_injected = false;  // false: there was no such call
};

// Runs the program with a fault at the nth call of a kind, or at the nth and all later ones ("3+"); strace counts the
// calls of each thread. With a path only the calls that name it. `input`: a file that is standard input.
FaultyRun run_with_fault(const std::string& call, const std::string& fault, const std::string& when,
                         const std::vector<std::string>& arguments, const std::string& path = "",
                         const std::string& input = "/dev/null") {
  const TemporaryDirectory directory;
  const std::string trace = directory.file("trace");
  std::vector<std::string> words{
      "-c",
      "exec strace -f -qq -o \"$0\" -e trace=\"$1\" -e inject=\"$1:$2\" ${3:+-P \"$3\"} \"${@:5}\" <\"$4\"",
      trace,
      call,
      fault + ":when=" + when,
      path,
      input,
      UISGE_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  // Leaks cannot be looked for under a tracer.
  const RunOptions options{.input = {}, .environment = {"ASAN_OPTIONS=detect_leaks=0"}, .out_path = {}};
  FaultyRun result;
  result.run = RunningProgram("/bin/bash", words, options).wait();
  const std::string calls = text_of_file(trace);
  result.was_injected = calls.find("INJECTED") != std::string::npos || calls.find("+++ killed") != std::string::npos;
  return result;
}

FaultyRun run_with_fault(const std::string& call, const std::string& fault, int nth,
                         const std::vector<std::string>& arguments) {
  return run_with_fault(call, fault, std::to_string(nth), arguments);
}

// ctest finds these words, and counts the test as skipped.
void skip(const std::string& why, const ProgramRun& run) {
  WARN("this test is skipped: " << why << ": " << run.err);
}

bool can_trace() {
  if (UISGE_IS_EMULATED) {
    WARN("this test is skipped: strace would trace the emulator");
    return false;
  }
  const ProgramRun run =
      RunningProgram("/bin/sh", {"-c", "strace -f -qq -o /dev/null -e trace=none -e inject=fsync:error=EIO true"})
          .wait();
  if (run.exit_code != 0) skip("strace is not there or not permitted", run);
  return run.exit_code == 0;
}

class Golden {
 public:
  Golden() {
    REQUIRE(run_uisge(solve_arguments(directory_.file("golden.uisge"))).exit_code == 0);
    bytes_ = read_bytes(directory_.file("golden.uisge"));
  }
  const std::string out() const { return directory_.file("x.uisge"); }
  bool is_there() const { return std::filesystem::exists(out()); }
  bool is_golden() const { return read_bytes(out()) == bytes_; }
  // Goes on with the checkpoint and expects the golden bytes and nothing else; then all is removed.
  void resume() const {
    auto arguments = solve_arguments(out());
    arguments.push_back("--resume");
    const ProgramRun resumed = run_uisge(arguments);
    CAPTURE(resumed.err);
    CHECK(resumed.exit_code == 0);
    CHECK(is_golden());
    std::filesystem::remove(out());
    const auto left = std::distance(std::filesystem::directory_iterator(directory_.path()), {});
    CHECK(left == 1);  // the golden file
  }

 private:
  TemporaryDirectory directory_;
  uisge::Bytes bytes_;
};

// Runs a shell script in a mount namespace of its own: $1 is the program, $2 an empty folder to mount something on, $3
// a folder of the test's. The script exits with 77 if it may not mount.
ProgramRun run_beside_a_mount(const std::string& script, const TemporaryDirectory& directory) {
  const std::string mounted = directory.file("mounted");
  std::filesystem::create_directory(mounted);
  return RunningProgram("/usr/bin/unshare",
                        {"-m", "/bin/sh", "-c", script, "sh", UISGE_PROGRAM, mounted, directory.path()})
      .wait();
}
bool was_mounted(const ProgramRun& run) {
  const bool was_mounted = run.exit_code != 77 && !run.out.empty();
  if (!was_mounted) skip("mounting is not permitted", run);
  return was_mounted;
}

bool has_number_before(const std::string& text, const std::string& words) {
  const std::size_t at = text.find(words);
  return at != std::string::npos && at > 0 && std::isdigit(text[at - 1]) != 0;
}

}  // namespace

TEST_CASE("every write, sync, cut, lock and rename of a solve may fail", "[cli][fault]") {
  if (!can_trace()) return;
  const Golden golden;
  struct Fault {
    std::string call;
    std::string error;
    int least;  // as many calls of the kind there are at least
    int step;
  };
  const std::vector<Fault> faults{{"pwrite64", "ENOSPC", 40, 1}, {"pwrite64", "EIO", 40, 7},
                                  {"pwrite64", "EDQUOT", 40, 9}, {"fdatasync", "EIO", 1, 1},
                                  {"fsync", "EIO", 4, 1},        {"ftruncate", "EIO", 1, 1},
                                  {"flock", "ENOLCK", 2, 1},     {"renameat2", "EACCES", 1, 1},
                                  {"renameat2", "ENOSPC", 1, 1}, {"unlink", "EPERM", 1, 1}};
  for (const Fault& fault : faults) {
    int nth = 1;
    for (;; nth += fault.step) {
      CAPTURE(fault.call, fault.error, nth);
      const auto [run, was_injected] =
          run_with_fault(fault.call, "error=" + fault.error, nth, solve_arguments(golden.out()));
      CAPTURE(run.err);
      if (!was_injected) break;
      CHECK(run.exit_code == 4);
      CHECK(is_one_error_line(run.err));
      CHECK(run.err.find("x.uisge") != std::string::npos);
      CHECK(run.out.empty());
      if (fault.call == "pwrite64") CHECK(has_number_before(run.err, " bytes cannot be written"));
      // After the rename it is there, and whole.
      if (golden.is_there()) {
        CHECK((fault.call == "fsync" || fault.call == "unlink"));
        CHECK(golden.is_golden());
      }
      golden.resume();
    }
    CHECK(nth > fault.least);
    CHECK(golden.is_golden());
    std::filesystem::remove(golden.out());
  }
}

TEST_CASE("a call that a signal interrupts is made again", "[cli][fault]") {
  if (!can_trace()) return;
  const Golden golden;
  for (const std::string call : {"pwrite64", "fsync", "fdatasync", "flock", "ftruncate"}) {
    CAPTURE(call);
    const auto [run, was_injected] = run_with_fault(call, "error=EINTR", 1, solve_arguments(golden.out()));
    CAPTURE(run.err);
    CHECK(was_injected);
    CHECK(run.exit_code == 0);
    CHECK(golden.is_golden());
    std::filesystem::remove(golden.out());
  }
  for (const std::string file : {".part", ".plies"}) {
    CAPTURE(file);
    const auto [run, was_injected] =
        run_with_fault("openat", "error=EINTR", "1", solve_arguments(golden.out()), golden.out() + file);
    CAPTURE(run.err);
    CHECK(was_injected);
    CHECK(run.exit_code == 0);
    CHECK(golden.is_golden());
    std::filesystem::remove(golden.out());
  }
}

TEST_CASE("a file system that cannot rename without replacing gets the database by a link", "[cli][fault]") {
  if (!can_trace()) return;
  const Golden golden;
  const auto [run, was_injected] = run_with_fault("renameat2", "error=EINVAL", 1, solve_arguments(golden.out()));
  CAPTURE(run.err);
  CHECK(was_injected);
  CHECK(run.exit_code == 0);
  CHECK(golden.is_golden());
  CHECK(std::filesystem::hard_link_count(golden.out()) == 1);
}

TEST_CASE("a lock that cannot be had leaves no empty file", "[cli][fault]") {
  if (!can_trace()) return;
  const TemporaryDirectory directory;
  const auto [run, was_injected] =
      run_with_fault("flock", "error=ENOLCK", 1, solve_arguments(directory.file("x.uisge")));
  CHECK(was_injected);
  CHECK(run.exit_code == 4);
  CHECK(std::filesystem::is_empty(directory.path()));
}

TEST_CASE("a solve that is killed at any of its system calls on files goes on to the golden bytes", "[cli][fault]") {
  if (!can_trace()) return;
  const Golden golden;
  for (const auto& [call, least] :
       {std::pair{"pwrite64", 40}, std::pair{"fdatasync", 1}, std::pair{"fsync", 4}, std::pair{"ftruncate", 1},
        std::pair{"flock", 2}, std::pair{"renameat2", 1}, std::pair{"unlink", 1}}) {
    int nth = 1;
    for (;; ++nth) {
      CAPTURE(call, nth);
      const auto [run, was_injected] = run_with_fault(call, "signal=KILL", nth, solve_arguments(golden.out()));
      if (!was_injected) break;
      CHECK(run.exit_code == 128 + SIGKILL);
      if (golden.is_there()) CHECK(golden.is_golden());
      golden.resume();
    }
    CHECK(nth > least);
    std::filesystem::remove(golden.out());
  }
}

TEST_CASE("reads that fail are exit 4 in one line", "[cli][fault]") {
  if (!can_trace()) return;
  const Golden golden;
  REQUIRE(run_uisge(solve_arguments(golden.out())).exit_code == 0);
  for (const auto& arguments : std::vector<std::vector<std::string>>{{"query", golden.out(), "4/bbb1/www1/4 w"},
                                                                     {"info", golden.out()},
                                                                     {"check", golden.out()},
                                                                     {"verify", golden.out(), "--threads", "1"}}) {
    int nth = 1;
    // Those of the dynamic loader come first: its messages are its own.
    int ours = 0;
    for (;; ++nth) {
      const auto [run, was_injected] = run_with_fault("pread64", "error=EIO", nth, arguments);
      CAPTURE(arguments, nth, run.err);
      if (!was_injected) break;
      if (run.err.find("x.uisge") == std::string::npos) continue;
      ++ours;
      REQUIRE(run.exit_code == 4);
      REQUIRE(is_one_error_line(run.err));
      REQUIRE(run.out.empty());
      if (ours == 8) break;
    }
    CHECK(ours > 3);
  }
}

TEST_CASE("threads that the system refuses cost a warning and nothing else", "[cli][fault]") {
  if (!can_trace()) return;
  const Golden golden;
  const std::string start = "4/bbb1/www1/4 w";
  REQUIRE(run_uisge(solve_arguments(golden.out())).exit_code == 0);
  const std::string database = golden.out() + ".other";
  std::filesystem::rename(golden.out(), database);
  const std::vector<std::vector<std::string>> commands{
      {"solve", "--board", "4x4", "--pieces", "3", "--threads", "3", "--out", golden.out()},
      {"solve", "--board", "4x4", "--pieces", "3", "--threads", "3", "--summary-only"},
      {"verify", database, "--threads", "3"},
      {"diff", database, database, "--threads", "3"},
      {"perft", start, "--depth", "3", "--threads", "3"},
      {"reach", start, "--threads", "3"},
      {"plan", "--board", "4x4", "--pieces", "3", "--threads", "3"},
      {"search", start, "--plies", "11", "--memory", "1M", "--threads", "3"},
      {"query", database, start, "--search", "2", "--threads", "3"},
      {"show", start},
  };
  for (const auto& arguments : commands) {
    // From the first thread on, or from the third.
    for (const std::string when : {"1+", "3+"}) {
      CAPTURE(arguments, when);
      const auto [run, was_injected] = run_with_fault("clone3", "error=EAGAIN", when, arguments);
      CAPTURE(run.err);
      CHECK(run.exit_code == 0);
      CHECK(!run.out.empty());
      const bool has_threads = arguments.front() != "show";
      if (!has_threads) continue;
      CHECK(was_injected);
      // Two threads need three besides: OpenMP and TBB have one each, and one syncs.
      CHECK(run.err == "uisge: threads: the system grants 1 of 3, going on with 1\n");
    }
    if (golden.is_there()) CHECK(golden.is_golden());
    std::filesystem::remove(golden.out());
  }
}

TEST_CASE("a thread that is refused when a library starts it ends the program in one line", "[cli][fault]") {
  if (!can_trace()) return;
  const Golden golden;
  const std::string start = "4/bbb1/www1/4 w";
  // Three threads need five besides, which are asked for first. The sixth is OpenMP's, or TBB's with perft.
  const std::vector<std::vector<std::string>> commands{
      {"solve", "--board", "4x4", "--pieces", "3", "--threads", "3", "--out", golden.out()},
      {"perft", start, "--depth", "6", "--threads", "3"},
  };
  for (const auto& arguments : commands) {
    for (const std::string when : {"6", "6+"}) {
      CAPTURE(arguments, when);
      const auto [run, was_injected] = run_with_fault("clone3", "error=EAGAIN", when, arguments);
      CAPTURE(run.err);
      CHECK(was_injected);
      CHECK(run.exit_code == 4);
      CHECK(is_one_error_line(run.err));
      CHECK(run.err.starts_with("uisge: threads: "));
      CHECK(!golden.is_there());
      golden.resume();
    }
  }
}

TEST_CASE("a disk that fails in the middle of a stream of questions is told with the line", "[cli][fault][query]") {
  if (!can_trace()) return;
  const Golden golden;
  REQUIRE(run_uisge(solve_arguments(golden.out())).exit_code == 0);
  const TemporaryDirectory directory;
  const std::string input = directory.file("positions");
  constexpr int kLines = 20'000;
  {
    std::ofstream lines(input);
    for (int line = 0; line < kLines; ++line) lines << "start\n";
  }
  int reached_before = 0;
  for (const int nth : {1, 2}) {
    const auto [run, was_injected] = run_with_fault("read", "error=EIO", fmt::format("{}+", nth),
                                                    {"query", golden.out(), "-", "--json", "--no-line"}, input, input);
    CAPTURE(nth, run.err);
    CHECK(was_injected);
    CHECK(run.exit_code == 4);
    CHECK(is_one_error_line(run.err));
    // Each line that had come in was answered, and the one that could not be read is named.
    const auto answered = static_cast<int>(std::ranges::count(run.out, '\n'));
    CHECK(answered < kLines);
    CHECK((nth == 1) == (answered == 0));
    CHECK(run.err.starts_with(fmt::format("uisge: standard input: line {}: cannot be read: ", answered + 1)));
    CHECK(answered >= reached_before);
    reached_before = answered;
  }
}

TEST_CASE("a disk that is too small is refused, one that fills up during a solve costs the ply in progress",
          "[cli][fault]") {
  if (!can_trace()) return;
  const TemporaryDirectory directory;
  // A mount of its own for a shell that fills it while the solver, whose writes are slowed down, is at work.
  const std::string script = R"(
    mount -t tmpfs -o size=64k tmpfs "$2" || exit 77
    solve="$1 solve --board 7x6 --pieces 3 --threads 1 --out $2/x.uisge"
    $solve 2>"$3/refusal"
    echo "exit $?"
    ls "$2"
    mount -o remount,size=2m "$2"
    ASAN_OPTIONS=detect_leaks=0 strace -f -qq -o /dev/null -e trace=pwrite64 -e inject=pwrite64:delay_enter=20000 $solve 2>"$3/err" &
    for look in $(seq 2000); do [ -s "$2/x.uisge.plies" ] && break; sleep 0.01; done
    cat /dev/zero >"$2/filler" 2>/dev/null
    wait $!
    echo "exit $?"
    ls "$2"
    rm "$2/filler"
    $solve --resume >/dev/null 2>&1
    echo "exit $?"
    cp "$2/x.uisge" "$3/resumed.uisge")";
  const ProgramRun run = run_beside_a_mount(script, directory);
  if (!was_mounted(run)) return;
  CAPTURE(run.err);
  CHECK(run.exit_code == 0);
  const std::string refusal = text_of_file(directory.file("refusal"));
  CAPTURE(refusal);
  CHECK(is_one_error_line(refusal));
  CHECK(refusal.find("of disk, 64 KiB are free") != std::string::npos);
  CHECK(run.out == "exit 4\nexit 4\nfiller\nx.uisge.plies\nexit 0\n");
  const std::string err = text_of_file(directory.file("err"));
  CAPTURE(err);
  CHECK(is_one_error_line(err));
  CHECK(has_number_before(err, " bytes cannot be written"));
  CHECK(err.find("No space left on device") != std::string::npos);
  CHECK(err.find("--resume") != std::string::npos);
  REQUIRE(run_uisge({"solve", "--board", "7x6", "--pieces", "3", "--out", directory.file("golden.uisge")}).exit_code ==
          0);
  CHECK((read_bytes(directory.file("resumed.uisge")) == read_bytes(directory.file("golden.uisge"))));
}

// The checkpoint of an interrupted solve is part of what the solve will need, so what it takes is not asked for again.
TEST_CASE("a resumed solve asks for no more room than it lacks", "[cli][fault]") {
  const TemporaryDirectory directory;
  const std::string script = R"(
    mount -t tmpfs -o size=64m tmpfs "$2" || exit 77
    game="--board 7x6 --pieces 3 --threads 1"
    (ulimit -f 400; $1 solve $game --out "$2/x.uisge" 2>"$3/interrupted")
    echo "exit $?"
    there=$(stat -c %s "$2/x.uisge.plies")
    used=$(df -B1 --output=used "$2" | tail -n 1)
    need=0
    for bytes in $($1 plan $game --json | tr ',{}' '\n' | sed -n 's/.*"\(log\|file\)_bytes": *//p'); do need=$((need + bytes)); done
    echo "$there" "$need" >"$3/sizes"
    mount -o remount,size=$((used + need - there - 8192)) "$2"
    $1 solve $game --out "$2/x.uisge" --resume 2>"$3/refusal"
    echo "exit $?"
    mount -o remount,size=$((used + need - there / 2)) "$2"
    $1 solve $game --out "$2/x.uisge" --resume >/dev/null 2>"$3/err"
    echo "exit $?")";
  const ProgramRun run = run_beside_a_mount(script, directory);
  if (!was_mounted(run)) return;
  CAPTURE(run.err, text_of_file(directory.file("sizes")), text_of_file(directory.file("refusal")),
          text_of_file(directory.file("err")));
  // Interrupted; 8 KiB are missing; half of the checkpoint's size is missing but for the checkpoint.
  CHECK(run.out == "exit 4\nexit 4\nexit 0\n");
  CHECK(text_of_file(directory.file("refusal")).find(" of disk, ") != std::string::npos);
}

TEST_CASE("a disk without room for a plane is refused, one that is full at the end costs the database alone",
          "[cli][fault][values]") {
  const TemporaryDirectory directory;
  // A plane of 5x4 with four a side takes 2,308 KiB, its database some 550.
  const std::string script = R"(
    mount -t tmpfs -o size=64k tmpfs "$2" || exit 77
    solve="$1 solve --values --board 5x4 --pieces 4 --threads 1 --out $2/x.uisge"
    $solve 2>"$3/refusal"
    echo "exit $?"
    ls "$2"
    mount -o remount,size=2600k "$2"
    $solve 2>"$3/err"
    echo "exit $?"
    ls "$2"
    mount -o remount,size=16m "$2"
    $solve >/dev/null 2>"$3/resumed"
    echo "exit $?"
    ls "$2"
    cp "$2/x.uisge" "$3/resumed.uisge")";
  const ProgramRun run = run_beside_a_mount(script, directory);
  if (!was_mounted(run)) return;
  CAPTURE(run.err);
  CHECK(run.exit_code == 0);
  CHECK(run.out == "exit 4\nexit 4\nx.uisge.plane\nexit 0\nx.uisge\n");
  const std::string refusal = text_of_file(directory.file("refusal"));
  CAPTURE(refusal);
  CHECK(is_one_error_line(refusal));
  CHECK(refusal.find("x.uisge.plane: a plane of 2.3 MiB does not fit, ") != std::string::npos);
  CHECK(has_number_before(refusal, " KiB are free; make room or choose another folder with --plane"));
  const std::string err = text_of_file(directory.file("err"));
  CAPTURE(err);
  CHECK(err.find(" bytes cannot be written after ") != std::string::npos);
  CHECK(err.find("x.uisge.plane, the same command goes on") != std::string::npos);
  CHECK(text_of_file(directory.file("resumed")).find("going on with what it holds") != std::string::npos);
  REQUIRE(run_uisge({"solve", "--values", "--board", "5x4", "--pieces", "4", "--out", directory.file("golden.uisge")})
              .exit_code == 0);
  CHECK((read_bytes(directory.file("resumed.uisge")) == read_bytes(directory.file("golden.uisge"))));
}

TEST_CASE("a disk that fails under a plane in the middle of the sweeps costs one line and no win",
          "[cli][fault][values]") {
  if (!can_trace()) return;
  const TemporaryDirectory directory;
  const std::string out = directory.file("x.uisge");
  const std::string plane = out + ".plane";
  // Some twenty tiles, of which memory holds all but a few: these come from the file and go back there all the time.
  const auto arguments = [](const std::string& file) {
    return std::vector<std::string>{"solve", "--values", "--board",   "8x2", "--pieces", "5",
                                    "--out", file,       "--threads", "1",   "--memory", "22M"};
  };
  const std::string golden = directory.file("golden.uisge");
  REQUIRE(run_uisge(arguments(golden)).exit_code == 0);
  struct Fault {
    std::string call;
    std::string error;
    std::string when;  // strace counts the calls of each thread: tiles are read and written by four
    std::string words;
    std::string kept;
  };
  const std::string won = "; what is won is kept in " + plane + ", the same command goes on";
  const std::string saved = "; what was saved before is kept in " + plane;
  const std::vector<Fault> faults{// From some tile on nothing can be written; the header is written by another thread.
                                  {"pwrite64", "EIO", "4+", " bytes cannot be written after ", saved},
                                  {"pwrite64", "ENOSPC", "9+", " bytes cannot be written after ", saved},
                                  {"pread64", "EIO", "3+", ": reading at byte ", won},
                                  {"pread64", "EIO", "30+", ": reading at byte ", won},
                                  {"fdatasync", "EIO", "1+", ": sync: ", saved},
                                  {"fallocate", "ENOSPC", "1", " does not fit, ", ""}};
  for (const Fault& fault : faults) {
    CAPTURE(fault.call, fault.error, fault.when);
    const auto [run, was_injected] =
        run_with_fault(fault.call, "error=" + fault.error, fault.when, arguments(out), plane);
    CAPTURE(run.err);
    CHECK(was_injected);
    CHECK(run.exit_code == 4);
    CHECK(run.out.empty());
    // Behind a note of how much memory holds.
    const std::size_t error_line = run.err.find("uisge: " + plane);
    REQUIRE(error_line != std::string::npos);
    CHECK(is_one_error_line(run.err.substr(error_line)));
    CHECK(run.err.find(fault.words) != std::string::npos);
    CHECK(run.err.find(fault.kept) != std::string::npos);
    CHECK(!std::filesystem::exists(out));
    const ProgramRun resumed = run_uisge(arguments(out));
    CHECK(resumed.exit_code == 0);
    CHECK((resumed.err.find("going on with what it holds") != std::string::npos) == (fault.call != "fallocate"));
    CHECK((read_bytes(out) == read_bytes(golden)));
    CHECK(!std::filesystem::exists(plane));
    std::filesystem::remove(out);
  }
}
