// Tests commands on disks with too little room (small file systems in memory). A solve is refused before it starts, or
// keeps everything that it has saved. The tests need the right to mount.
#include "tests/cli/injected_fault.h"
#include "tests/cli/small_database.h"

using namespace uisge::test;
using namespace uisge::test::faults;

namespace {

// Runs a shell script in a mount namespace of its own, where a small disk is mounted. $1 is the program, $2 the disk,
// $3 the test's folder. If mounting is not permitted, says so and returns nothing.
std::optional<ProgramRun> run_beside_a_disk(const std::string& size, const std::string& script,
                                            const TemporaryDirectory& directory) {
  const std::string disk = directory.file("disk");
  std::filesystem::create_directory(disk);
  const std::string mounted = directory.file("mounted");
  const std::string whole = "mount -t tmpfs -o size=" + size + " tmpfs \"$2\" && >\"$3/mounted\" || exit\n" + script;
  const std::vector<std::string> words{"-m", "/bin/sh", "-c", whole, "sh", UISGE_PROGRAM, disk, directory.path()};
  ProgramRun run = RunningProgram("/usr/bin/unshare", words).wait();
  if (std::filesystem::exists(mounted)) return run;
  skip("mounting is not permitted", run);
  return std::nullopt;
}

}  // namespace

TEST_CASE("a disk that is too small is refused, and one that fills up during a solve costs the ply in progress",
          "[cli][fault]") {
  if (!can_trace()) return;
  const TemporaryDirectory directory;
  // The shell fills the mounted disk while the solver works. strace delays the solver's writes, so that the shell has
  // time to do this.
  const std::string script = R"(
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
  const auto run = run_beside_a_disk("64k", script, directory);
  if (!run) return;
  CAPTURE(run->err);
  CHECK(run->exit_code == 0);
  const std::string refusal = text_of_file(directory.file("refusal"));
  CAPTURE(refusal);
  CHECK(is_one_error_line(refusal));
  CHECK(contains(refusal, "of disk, 64 KiB are free"));
  CHECK(run->out == "exit 4\nexit 4\nfiller\nx.uisge.plies\nexit 0\n");
  const std::string err = text_of_file(directory.file("err"));
  CAPTURE(err);
  CHECK(is_one_error_line(err));
  CHECK(has_number_before(err, " bytes cannot be written"));
  CHECK(contains(err, "No space left on device"));
  CHECK(contains(err, "--resume"));
  run_well({"solve", "--board", "7x6", "--pieces", "3", "--out", directory.file("golden.uisge")});
  CHECK((read_bytes(directory.file("resumed.uisge")) == read_bytes(directory.file("golden.uisge"))));
}

// The checkpoint of an interrupted solve is part of what the solve will need, so the resumed solve does not ask for the
// checkpoint's size again.
TEST_CASE("a resumed solve asks for no more room than it lacks", "[cli][fault]") {
  const TemporaryDirectory directory;
  const std::string script = R"(
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
  const auto run = run_beside_a_disk("64m", script, directory);
  if (!run) return;
  CAPTURE(run->err, text_of_file(directory.file("sizes")), text_of_file(directory.file("refusal")),
          text_of_file(directory.file("err")));
  // The first of three solves is interrupted. The second lacks 8 KiB for the rest of its work. The third has room for
  // the rest and for half of the checkpoint, so it would be refused if it asked for the checkpoint's size again.
  CHECK(run->out == "exit 4\nexit 4\nexit 0\n");
  CHECK(contains(text_of_file(directory.file("refusal")), " of disk, "));
}

// The solve is killed when its database is complete but does not have its name yet. The resumed solve needs room for
// the database alone, and that of the killed solve gives its room back.
TEST_CASE("a solve that resumes when every ply is decided asks only for room for the database", "[cli][fault]") {
  if (!can_trace()) return;
  const TemporaryDirectory directory;
  const std::string script = R"(
    game="--board 7x6 --pieces 3 --threads 1"
    ASAN_OPTIONS=detect_leaks=0 strace -f -qq -o /dev/null -e trace=renameat2 -e inject=renameat2:signal=KILL \
      $1 solve $game --out "$2/x.uisge" >/dev/null 2>&1
    ls "$2"
    part=$(stat -c %s "$2/x.uisge.part")
    used=$(df -B1 --output=used "$2" | tail -n 1)
    need=$($1 plan $game --json | tr ',{}' '\n' | sed -n 's/.*"file_bytes": *//p')
    echo "$part" "$used" "$need" >"$3/sizes"
    mount -o remount,size=$((used + need - part - 8192)) "$2"
    $1 solve $game --out "$2/x.uisge" --resume 2>"$3/refusal"
    echo "exit $?"
    mount -o remount,size=$((used + need - part + 8192)) "$2"
    $1 solve $game --out "$2/x.uisge" --resume >/dev/null 2>"$3/err"
    echo "exit $?"
    ls "$2")";
  const auto run = run_beside_a_disk("64m", script, directory);
  if (!run) return;
  CAPTURE(run->err, text_of_file(directory.file("sizes")), text_of_file(directory.file("refusal")),
          text_of_file(directory.file("err")));
  CHECK(run->out == "x.uisge.part\nx.uisge.plies\nexit 4\nexit 0\nx.uisge\n");
  CHECK(contains(text_of_file(directory.file("refusal")), " of disk, "));
}

TEST_CASE("a disk without room for a plane is refused, and one that is full at the end costs only the database",
          "[cli][fault][values]") {
  if (!can_trace()) return;
  const TemporaryDirectory directory;
  // A plane of 5x4 with four a side takes 2,308 KiB, and the database some 550 KiB. Some file systems fill the disk
  // before they refuse a request for space, so the program first compares the plane's size with the free space.
  const std::string script = R"(
    solve="$1 solve --values --board 5x4 --pieces 4 --threads 1 --out $2/x.uisge"
    ASAN_OPTIONS=detect_leaks=0 strace -f -qq -o "$3/calls" -e trace=fallocate $solve 2>"$3/refusal"
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
  const auto run = run_beside_a_disk("64k", script, directory);
  if (!run) return;
  CAPTURE(run->err);
  CHECK(run->exit_code == 0);
  CHECK(run->out == "exit 4\nexit 4\nx.uisge.plane\nexit 0\nx.uisge\n");
  const std::string refusal = text_of_file(directory.file("refusal"));
  CAPTURE(refusal);
  CHECK(is_one_error_line(refusal));
  CHECK(std::filesystem::exists(directory.file("calls")));
  CHECK(text_of_file(directory.file("calls")).empty());
  CHECK(contains(refusal, "x.uisge.plane: a plane of 2.3 MiB does not fit, "));
  CHECK(has_number_before(refusal, " KiB are free; make room or choose another folder with --plane"));
  const std::string err = text_of_file(directory.file("err"));
  CAPTURE(err);
  CHECK(contains(err, "x.uisge: may take 544 KiB of disk in the end, "));  // said before the sweeps
  CHECK(contains(err, " bytes cannot be written after "));
  CHECK(contains(err, "x.uisge.plane, the same command goes on"));
  CHECK(contains(text_of_file(directory.file("resumed")), "going on with what it holds"));
  run_well({"solve", "--values", "--board", "5x4", "--pieces", "4", "--out", directory.file("golden.uisge")});
  CHECK((read_bytes(directory.file("resumed.uisge")) == read_bytes(directory.file("golden.uisge"))));
}

TEST_CASE("a disk that is full when a proof or a prover's state is written does not cost the older file",
          "[cli][fault][search]") {
  const TemporaryDirectory directory;
  // Each command replaces x.proof or x.state, which exist already.
  const std::string script = R"(
    start="4/bb2/1ww1"
    $1 prove "$start w" --memory 16M --threads 1 --state "$2/x.state" --out "$2/x.proof" >/dev/null || exit 1
    cp "$2/x.proof" "$3/old.proof"; cp "$2/x.state" "$3/old.state"
    cat /dev/zero >"$2/filler" 2>/dev/null
    number=0
    write_all() {
      run() { number=$((number + 1)); "$program" "$@" >/dev/null 2>"$notes/err.$number"; echo "exit $?"; }
      run prove "$start w" --memory 16M --threads 1 --out "$disk/x.proof"
      run prove "$start w" --memory 16M --threads 1 --out "$disk/x.proof" --compact
      run search "$start w" --memory 16M --threads 1 --plies 12 --proof "$disk/x.proof"
      run search "$start w" --memory 16M --threads 1 --plies 12 --proof "$disk/x.proof" --compact
      run verify-proof "$notes/old.proof" --threads 1 --compact "$disk/x.proof"
      run verify-proof "$notes/old.proof" --threads 1 --text "$disk/x.proof"
      run prove "$start w" --memory 16M --threads 1 --state "$disk/x.state"
    }
    program=$1 disk=$2 notes=$3
    write_all
    cmp "$2/x.proof" "$3/old.proof" && cmp "$2/x.state" "$3/old.state" && ls "$2"
    rm "$2/filler"
    write_all
    $1 verify-proof "$2/x.proof" >/dev/null && ls "$2")";
  const auto run = run_beside_a_disk("2m", script, directory);
  if (!run) return;
  CAPTURE(run->err);
  const std::string seven_refused = "exit 4\nexit 4\nexit 4\nexit 4\nexit 4\nexit 4\nexit 4\n";
  const std::string seven_done = "exit 0\nexit 0\nexit 0\nexit 0\nexit 0\nexit 0\nexit 0\n";
  CHECK(run->out == seven_refused + "filler\nx.proof\nx.state\n" + seven_done + "x.proof\nx.state\n");
  for (int i = 1; i <= 7; ++i) {
    const std::string err = text_of_file(directory.file("err." + std::to_string(i)));
    CAPTURE(i, err);
    CHECK(is_one_error_line(err));
    CHECK(contains(err, i == 7 ? "x.state" : "x.proof"));
    CHECK(contains(err, "No space left on device"));
  }
}

TEST_CASE("a file that cannot be written at the end does not cost the result", "[cli][fault]") {
  if (!can_trace()) return;
  const SmallDatabase database;
  const std::string proof = database.file("x.proof");
  const struct {
    std::vector<std::string> command;
    std::string option;
    std::string told;
  } cases[] = {
      {{"verify", database.path()}, "--receipt", "proved. All"},
      {{"verify", database.path(), "--json"}, "--receipt", "\"passed\":true"},
      // The distance, 11 plies, is that of docs/results.csv.
      {{"solve", "--board", "4x3", "--pieces", "2", "--values", "--exact", "--note-plies", "2"},
       "--out",
       "in 11 plies"},
      {{"solve", "--board", "4x3", "--pieces", "2", "--values", "--exact"}, "--plane", "in 11 plies"},
      {{"prove", "4/bb2/1ww1 w", "--memory", "1M", "--out", proof}, "--state", "White to move wins within"},
  };
  for (const auto& [command, option, told] : cases) {
    const std::string file = database.file(option);
    CAPTURE(command);
    // The first write has only the file's magic bytes; the second write and all later writes fail.
    const auto [run, was_injected] =
        run_with_fault("pwrite64", "error=ENOSPC", "2+", joined(command, {option, file}), file + ".part");
    CHECK(was_injected);
    CHECK(run.exit_code == 4);
    CHECK(contains(run.out, told));
    CHECK_FALSE(contains(run.out, file));
    CHECK(contains(run.err, file + ": "));
    CHECK(contains(run.err, "No space left on device"));
    CHECK_FALSE(std::filesystem::exists(file));
  }
  run_well({"verify-proof", proof});
}
