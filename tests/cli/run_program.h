// Runs a program as a user would and captures its output, for tests of the command line, end to end.
#pragma once

#include <sys/types.h>

#include <nlohmann/json.hpp>

#include "tests/test.h"

namespace uisge::test {

struct ProgramRun {
  int exit_code = 0;  // 128 + the signal's number if a signal ended the program, as in a shell
  std::string out;
  std::string err;
};

struct RunOptions {
  std::string input{};                     // the program's standard input
  std::vector<std::string> environment{};  // "NAME=value", on top of the test's own
  std::string out_path{};                  // standard output goes there, e.g. /dev/full; "-": closed
};

// The time limit for a program that a test runs, and for what it is awaited to do: many times the time of the longest
// run. The limit of mpirun is shorter, so that mpirun can still report which ranks hang.
extern const std::chrono::seconds kProgramPatience;

// A file in memory that has no name. A child process closes it on exec: only the copies that become the child's
// standard streams stay open. Throws std::system_error if a system call fails.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& text = "");
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }
  // The whole text. Reading does not move the file's offset, which a writing process shares.
  std::string text() const;

 private:
  int descriptor_;
};

// A running program. The program's output goes to anonymous files, so any amount of output fits. Throws
// std::system_error if the program cannot be started.
class RunningProgram {
 public:
  RunningProgram(const std::string& path, const std::vector<std::string>& arguments, const RunOptions& options = {});
  ~RunningProgram();  // kills the program if it still runs
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;

  pid_t pid() const { return pid_; }
  void send(int signal) const;
  // Whether `text` appears on standard error within `patience`.
  bool wait_for_message(const std::string& text, std::chrono::milliseconds patience = kProgramPatience) const;
  // Whether the program ends within `patience`. If the program has ended, wait() returns at once.
  bool ends_within(std::chrono::milliseconds patience) const;
  // Waits for the program's end. If the program does not end in time, kills it and throws std::runtime_error with the
  // program and its standard error.
  ProgramRun wait(std::chrono::seconds patience = kProgramPatience);

 private:
  ProgramRun reap();

  std::string command_;
  MemoryFile out_;
  MemoryFile err_;
  pid_t pid_ = -1;
};

// Waits until the condition is true, but no longer than `patience`. Returns whether it became true. Checks every
// millisecond, at first more often, so that short waits stay short.
template <typename Condition>
bool becomes_true(const Condition& condition, std::chrono::milliseconds patience = kProgramPatience) {
  using std::chrono::steady_clock;
  constexpr steady_clock::duration kShortest = std::chrono::microseconds(50);
  constexpr steady_clock::duration kLongest = std::chrono::milliseconds(1);
  const auto start = steady_clock::now();
  while (!condition()) {
    const auto waited = steady_clock::now() - start;
    if (waited > patience) return false;
    std::this_thread::sleep_for(std::clamp(waited / 16, kShortest, kLongest));
  }
  return true;
}

// Waits until the file is larger than `bytes`. Returns false if that takes too long.
bool grows_beyond(const std::string& path, std::uintmax_t bytes);

// Runs the program of this build. The output of --json must be valid under docs/schema.json, or the test fails.
// REQUIRES: with --json the command is the first argument.
ProgramRun run_uisge(const std::vector<std::string>& arguments, const RunOptions& options = {});
// Runs the program as run_uisge() does. The test fails if the program fails.
ProgramRun run_well(const std::vector<std::string>& arguments, const RunOptions& options = {});

// Runs the program of this build in a folder, after a shell command such as "ulimit -v 200000".
ProgramRun run_in_folder(const std::string& folder, const std::vector<std::string>& arguments,
                         const RunOptions& options = {}, const std::string& before = ":");

// Writes an executable shell script with these commands.
void write_script(const std::string& path, const std::string& commands);

// Whether programs start with limited memory. If they do not, says so and skips the test. A test that limits memory has
// the tag [no-asan], since the address sanitizer reserves terabytes of address space.
bool can_limit_memory();

// Expects a refusal: this exit code, nothing on standard output, and one line on standard error that contains `words`.
void check_refusal(const ProgramRun& run, int exit_code, const std::string& words = "");
// Runs the program of this build and expects a refusal. Returns the line on standard error.
std::string check_refused(const std::vector<std::string>& arguments, int exit_code, const std::string& words = "",
                          const RunOptions& options = {});

// Runs `uisge COMMAND ... --json` and returns the JSON that it prints. Fails the test if the command fails.
nlohmann::json run_json(const std::string& command, std::vector<std::string> arguments);

// Both functions check the members of a JSON object, for example check_fields(info, "board", "4x4", "pieces", 3). The
// object may have members that are not named.
void check_members(const nlohmann::json& object, const std::vector<nlohmann::json>& names_and_values);
template <class... Values>
void check_fields(const nlohmann::json& object, const Values&... names_and_values) {
  static_assert(sizeof...(names_and_values) % 2 == 0, "each name needs a value");
  check_members(object, {nlohmann::json(names_and_values)...});
}
// Checks that both objects have these fields, with the same values.
void check_same(const nlohmann::json& found, const nlohmann::json& expected, const std::vector<std::string>& fields);

// The names of the commands, in the order of the help.
std::vector<std::string> commands_of_the_program();

// Appends the second list to the first, for command lines.
std::vector<std::string> joined(std::vector<std::string> words, const std::vector<std::string>& more);

std::vector<std::string> lines_of(const std::string& text);
// The last line, with its end. Other lines, such as those of progress, may precede it.
std::string last_line(const std::string& text);
std::size_t occurrences(const std::string& text, const std::string& part);
// The JSON value of each line of the text.
std::vector<nlohmann::json> json_lines(const std::string& text);

// Whether `err`, the standard error of a run, is one line of the form "uisge: thing: reason" and nothing else.
bool is_one_error_line(const std::string& err);

}  // namespace uisge::test
