// Checks what the frame of `uisge` (solver/cli/program.h) promises for every command. The tested program has the same
// frame, but other commands (frame_fixture.cpp).
#include <signal.h>

#include "tests/cli/run_program.h"

using namespace uisge::test;

namespace {

ProgramRun run(const std::vector<std::string>& arguments, const RunOptions& options = {}) {
  return RunningProgram(UISGE_FRAME_FIXTURE, arguments, options).wait();
}

}  // namespace

TEST_CASE("help goes to standard output and is a success", "[cli][frame]") {
  const ProgramRun program = run({"--help"});
  CHECK(program.exit_code == 0);
  CHECK(program.err.empty());
  CHECK(contains(program.out, "Exit codes"));
  CHECK(contains(program.out, "exhaust"));
  const ProgramRun command = run({"print", "--help"});
  CHECK(command.exit_code == 0);
  CHECK(contains(command.out, "uisge print --lines 3"));
  CHECK(contains(command.out, "--json"));
}

TEST_CASE("the kind of an error is the exit code, its text one line", "[cli][frame]") {
  for (const int kind : {2, 3, 4, 5, 130}) {
    const ProgramRun result = run({"fail", std::to_string(kind)});
    CHECK(result.exit_code == kind);
    CHECK(result.err == "uisge: thing: of kind\\x0aso and so\n");
    CHECK(result.out == "result so far\n");
  }
}

TEST_CASE("output that is longer than its buffer, or a help page, that cannot be written is exit 4", "[cli][frame]") {
  const ProgramRun full = run({"print", "--lines", "100000"}, {.out_path = "/dev/full"});
  CHECK(full.exit_code == 4);
  CHECK(full.err == "uisge: standard output: No space left on device\n");
  CHECK(run({"--help"}, {.out_path = "/dev/full"}).exit_code == 4);
}

TEST_CASE("memory that runs out is exit 4, in any thread", "[cli][frame]") {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"exhaust"}, {"exhaust", "--in-thread"}}) {
    const ProgramRun result = run(arguments);
    CHECK(result.exit_code == 4);
    CHECK(is_one_error_line(result.err));
  }
}

TEST_CASE("a terminal that is closed does not end a program under nohup", "[cli][frame]") {
  RunningProgram waiting("/bin/sh", {"-c", "trap '' HUP; exec \"$0\" wait", UISGE_FRAME_FIXTURE});
  REQUIRE(waiting.wait_for_message("ready"));
  waiting.send(SIGHUP);
  CHECK(!waiting.wait_for_message("stopping", std::chrono::milliseconds(50)));
  waiting.send(SIGTERM);
  CHECK(waiting.wait().exit_code == 128 + SIGTERM);
}

TEST_CASE("the first signal asks a command to stop, the second ends the program", "[cli][frame]") {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    RunningProgram patient(UISGE_FRAME_FIXTURE, {"wait"});
    REQUIRE(patient.wait_for_message("ready"));
    patient.send(signal);
    const ProgramRun result = patient.wait();
    CHECK(result.exit_code == 128 + signal);
    CHECK(result.err == "ready\nstopping\nuisge: wait: stopped\n");

    RunningProgram deaf(UISGE_FRAME_FIXTURE, {"wait", "--ignore"});
    REQUIRE(deaf.wait_for_message("ready"));
    deaf.send(SIGINT);
    REQUIRE(deaf.wait_for_message("stopping"));
    deaf.send(signal);
    CHECK(deaf.wait().exit_code == 128 + signal);
  }
}

TEST_CASE("a test does not wait for ever for a program that does not end", "[cli][frame]") {
  RunningProgram endless(UISGE_FRAME_FIXTURE, {"wait"});
  REQUIRE(endless.wait_for_message("ready"));
  const pid_t pid = endless.pid();
  CHECK_THROWS_WITH(endless.wait(std::chrono::seconds(0)),
                    Catch::Contains("wait\nstill ran after 0 s and was killed") && Catch::EndsWith("ready\n"));
  CHECK(kill(pid, 0) != 0);
}

TEST_CASE("shared options have the real game as default", "[cli][frame]") {
  const ProgramRun defaults = run({"options", "--threads", "3"});
  CHECK(defaults.out ==
        "{\"board\":\"7x6\",\"pieces\":6,\"rules\":\"loses\",\"threads\":3,\"memory\":null,\"json\":false}\n");
  const ProgramRun given = run({"options", "--board", "5x4", "--pieces", "4", "--stuck", "passes", "--diagonal-jumps",
                                "--threads", "2", "--memory", "2G", "--json"});
  CHECK(given.out ==
        "{\"board\":\"5x4\",\"pieces\":4,\"rules\":\"passes, diagonal jumps\",\"threads\":2,\"memory\":2147483648,"
        "\"json\":true}\n");
}

TEST_CASE("colours are printed on terminals and on request", "[cli][frame]") {
  const std::string bold = "\x1b[1mline\x1b[0m\n";
  CHECK(run({"print", "--lines", "1"}).out == "line\n");
  CHECK(run({"print", "--lines", "1", "--color", "always"}).out == bold);
  CHECK(run({"print", "--lines", "1", "--color", "always"}, {.environment = {"NO_COLOR=1"}}).out == bold);
  CHECK(run({"print", "--lines", "1", "--color", "never"}).out == "line\n");
}
