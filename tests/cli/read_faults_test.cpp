// If reading a database or standard input fails, the program ends with exit code 4 and one line, and gives no wrong
// answer.
#include <fmt/format.h>

#include <regex>

#include "tests/cli/golden_solve.h"
#include "tests/cli/injected_fault.h"

using namespace uisge::test;
using namespace uisge::test::faults;

namespace {

std::string without_times(const std::string& out) {
  return std::regex_replace(out, std::regex("[0-9.]+ s\\b"), "");
}

}  // namespace

TEST_CASE("reads that fail are exit 4 in one line", "[cli][fault]") {
  if (!can_trace()) return;
  const Golden golden;
  run_well(solve_arguments(golden.out()));
  for (const auto& arguments : std::vector<std::vector<std::string>>{{"query", golden.out(), "4/bbb1/www1/4 w"},
                                                                     {"info", golden.out()},
                                                                     {"check", golden.out()},
                                                                     {"verify", golden.out(), "--threads", "1"}}) {
    const std::string right = without_times(run_well(arguments).out);
    int refused = 0;
    for (int nth = 1; nth <= 8; ++nth) {
      const auto [run, was_injected] =
          run_with_fault("pread64", "error=EIO", std::to_string(nth), arguments, golden.out());
      CAPTURE(arguments, nth, run.err);
      if (!was_injected) break;
      // A read that only asks for the kind of the file may fail, since a later read would fail too.
      if (run.exit_code == 0) {
        CHECK(without_times(run.out) == right);
      } else {
        check_refusal(run, 4, "x.uisge");
        ++refused;
      }
    }
    CHECK(refused > 3);
  }
}

TEST_CASE("solve says that it may not read the file that is there, and names a way out", "[cli][fault]") {
  if (!can_trace()) return;
  const Golden golden;
  run_well(solve_arguments(golden.out()));
  for (const std::string option : {"--resume", "--restart"}) {
    const auto [run, was_injected] =
        run_with_fault("openat", "error=EACCES", "1+", joined(solve_arguments(golden.out()), {option}), golden.out());
    CAPTURE(option, run.err);
    CHECK(was_injected);
    check_refusal(run, 4);
    CHECK(contains(run.err, "Permission denied; choose another file with --out"));
  }
}

TEST_CASE("a disk that fails in the middle of a stream of questions is reported with the line", "[cli][fault][query]") {
  if (!can_trace()) return;
  const Golden golden;
  run_well(solve_arguments(golden.out()));
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
    // The program answers each line that it could read, and names the first line that it could not read.
    const auto answered = static_cast<int>(std::ranges::count(run.out, '\n'));
    CHECK(answered < kLines);
    CHECK((nth == 1) == (answered == 0));
    CHECK(run.err.starts_with(fmt::format("uisge: standard input: line {}: cannot be read: ", answered + 1)));
    CHECK(answered >= reached_before);
    reached_before = answered;
  }
}
