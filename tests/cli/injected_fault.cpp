#include "tests/cli/injected_fault.h"

#include <cctype>

#include "tests/db/naive_labels.h"

namespace uisge::test::faults {

FaultyRun run_with_fault(const std::string& call, const std::string& fault, const std::string& when,
                         const std::vector<std::string>& arguments, const std::string& path, const std::string& input) {
  const TemporaryDirectory directory;
  const std::string trace = directory.file("trace");
  const std::string script =
      R"(exec strace -f -qq -o "$0" -e trace="$1" -e inject="$1:$2" ${3:+-P "$3"} "${@:5}" <"$4")";
  const auto words =
      joined({"-c", script, trace, call, fault + ":when=" + when, path, input, UISGE_PROGRAM}, arguments);
  // The leak check does not work under a tracer.
  const RunOptions options{.environment = {"ASAN_OPTIONS=detect_leaks=0"}};
  FaultyRun result;
  result.run = RunningProgram("/bin/bash", words, options).wait();
  const std::string calls = text_of_file(trace);
  result.was_injected = contains(calls, "INJECTED") || contains(calls, "+++ killed");
  return result;
}

void skip(const std::string& why, const ProgramRun& run) {
  WARN("this test is skipped: " << why << ": " << run.err);
}

bool can_trace() {
  if (is_skipped(UISGE_IS_EMULATED, "strace would trace the emulator")) return false;
  const ProgramRun run =
      RunningProgram("/bin/sh", {"-c", "strace -f -qq -o /dev/null -e trace=none -e inject=fsync:error=EIO true"})
          .wait();
  if (run.exit_code != 0) skip("strace is not there or not permitted", run);
  return run.exit_code == 0;
}

bool has_number_before(const std::string& text, const std::string& words) {
  const std::size_t at = text.find(words);
  return at != std::string::npos && at > 0 && std::isdigit(text[at - 1]) != 0;
}

}  // namespace uisge::test::faults
