// Each run of a command has one request refused by the system: one allocation, or one start of a thread. Later runs
// have later requests refused. The command ends with exit 4 and one line, or succeeds.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bindings/c/handle_table.h"
#include "solver/cli/commands.h"
#include "tests/cli/command_lines.h"
#include "tests/refusals/forked_run.h"
#include "tests/refusals/refusals.h"

using namespace uisge;
using namespace uisge::test;

namespace {

constexpr unsigned kPatience = 20;
constexpr unsigned kEndlessPatience = 1;
constexpr int kThreads = 3;

// Runs the whole program, as main would with these arguments.
int run_command(const CommandLine& line) {
  cli::prepare_process();
  std::vector<const char*> words{"uisge"};
  for (const std::string& argument : line.arguments) words.push_back(argument.c_str());
  cli::Program program;
  cli::add_commands(program);
  return program.run(static_cast<int>(words.size()), words.data());
}

ProgramRun run_refused(const CommandLine& line, Request request, std::uint64_t nth, bool for_good) {
  return forked_run(
      [&] {
        refuse(request, nth, for_good);
        return run_command(line);
      },
      line.input, line.is_endless ? kEndlessPatience : kPatience);
}

// The command line with another number of threads; unchanged if the line names none.
CommandLine with_threads(CommandLine line, int threads) {
  const auto option = std::ranges::find(line.arguments, "--threads");
  if (option != line.arguments.end()) *std::next(option) = std::to_string(threads);
  return line;
}

// Removes numbers of threads and measured values. Measured values depend on the moment or on the order of threads.
std::string without_measurements(const std::string& out) {
  std::string result;
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("info depth ")) continue;  // lines of the engine
    auto json = nlohmann::json::parse(line, nullptr, false);
    if (json.is_object()) {
      for (const char* key : {"seconds", "solve_seconds", "peak_memory", "memory_available", "disk_available", "nodes",
                              "line", "threads", "url"})
        json.erase(key);
      line = json.dump();
    }
    result += line + '\n';
  }
  return result;
}

struct Refused {
  std::uint64_t requests = 0;
  int tried = 0;
  int ended = 0;                                    // runs that ended with exit 4
  int succeeded = 0;                                // runs that succeeded although a request was refused
  std::map<std::string, std::uint64_t> unexpected;  // other outcomes, with the first request that led to each
};

// Returns what is wrong with the run; empty if nothing is. After a refusal, `run` may have gone on with fewer threads.
// So `granted` has a run for each possible number of threads; nothing was refused to these runs.
std::string fault_of(const ProgramRun& run, const std::vector<ProgramRun>& granted, Refused& refused) {
  if (std::filesystem::exists(command_lines().output()) &&
      read_bytes(command_lines().output()) != read_bytes(command_lines().database())) {
    return "a wrong file is left";
  }
  for (const std::string& name : command_lines().written()) {
    if (name.ends_with(".part")) return "an unfinished file is left";
  }
  if (run.exit_code == granted.front().exit_code) {
    ++refused.succeeded;
    const bool is_same = std::ranges::any_of(granted, [&](const ProgramRun& other) {
      return without_measurements(run.out) == without_measurements(other.out);
    });
    // `uisge engine` must move: with too little memory it plays some legal move and says why.
    const bool says_why = contains(run.out, "\ninfo string memory is short\n");
    return is_same || says_why ? "" : "another answer: " + run.out;
  }
  ++refused.ended;
  // On a busy machine, progress lines may precede the error.
  if (run.exit_code == 4 && is_one_error_line(last_line(run.err))) return "";
  return fmt::format("exit {}: {}", run.exit_code, run.err);
}

// The least number of threads with which a run may go on. If memory is refused, the run keeps all threads.
int least_threads(Request request) {
  return request == Request::kThread ? 1 : kThreads;
}

// Runs the command again and again. Each run refuses another request of the kind `request`, from number `first` on. If
// there are many more than `most` such requests, only roughly `most` of them are refused, evenly spread. With
// sanitizers only one in UISGE_TRY_ONE_IN of these requests is tried.
Refused refuse_each(const CommandLine& line, Request request, bool for_good, std::uint64_t first, std::uint64_t most) {
  Refused refused;
  std::vector<ProgramRun> granted;
  for (int threads = least_threads(request); threads <= kThreads; ++threads) {
    granted.push_back(run_refused(with_threads(line, threads), request, 0, false));
    refused.requests = requests_made();
    command_lines().clean_up();
    CAPTURE(granted.back().err);
    REQUIRE(granted.back().exit_code == (line.is_endless ? 128 + SIGALRM : 0));
  }
  const std::uint64_t step = std::max<std::uint64_t>(1, (refused.requests - first) / most) * UISGE_TRY_ONE_IN;
  for (std::uint64_t nth = first; nth <= refused.requests; nth += step) {
    const ProgramRun run = run_refused(with_threads(line, kThreads), request, nth, for_good);
    ++refused.tried;
    const std::string fault = fault_of(run, granted, refused);
    if (!fault.empty()) refused.unexpected.try_emplace(fault, nth);
    command_lines().clean_up();
  }
  return refused;
}

// Runs every command line about `most` times; each run has another request refused. Then runs it about `most_for_good`
// times; each run has another request and all later requests refused. A command line with fewer requests has only as
// many runs as requests. Returns the outcomes.
Refused refuse_everywhere(Request request, std::uint64_t most, std::uint64_t most_for_good) {
  Refused all;
  // All command lines make the same requests until the program knows its command. These common requests are refused
  // only with the first command line.
  static_cast<void>(run_refused({{"--version"}, {}}, request, 0, false));
  const std::uint64_t common = requests_made();
  std::uint64_t first = 1;
  for (const CommandLine& line : command_lines().all()) {
    for (const bool for_good : {false, true}) {
      CAPTURE(line.arguments, for_good);
      const Refused refused = refuse_each(line, request, for_good, first, for_good ? most_for_good : most);
      std::cout << fmt::format("{}: {} requests, {} refused{}: {} ended, {} succeeded\n", line.arguments.front(),
                               refused.requests, refused.tried, for_good ? " with all that follow" : "", refused.ended,
                               refused.succeeded);
      CHECK(fmt::format("{}", refused.unexpected) == "{}");
      all.ended += refused.ended;
      all.succeeded += refused.succeeded;
    }
    first = std::max<std::uint64_t>(common, 1);
  }
  return all;
}

}  // namespace

TEST_CASE("refusals are tried on every command of the program", "[refusals]") {
  std::set<std::string> tried;
  for (const CommandLine& line : command_lines().all()) tried.insert(line.arguments.front());
  const auto named = commands_of_the_program();
  std::set<std::string> commands(named.begin(), named.end());
  std::size_t listed = 0;
  for (const cli::CommandGroup& group : cli::kCommandGroups) listed += group.commands.size();
  CHECK(commands.size() == listed);
  // CLI11 writes the pages of help to streams. A stream swallows the exception of a refused allocation, so a page may
  // be cut short without an error.
  commands.erase("help");
  CHECK(tried == commands);
}

TEST_CASE("memory that is refused ends any command in one line", "[refusals]") {
  CHECK(refuse_everywhere(Request::kMemory, 12, 6).ended > 0);
}

// The saved plane includes the positions that were won since the last save, and the program says so.
TEST_CASE("a values solve that runs out of memory keeps what it has won", "[refusals]") {
  const TemporaryDirectory folder;
  const std::string out = folder.file("x.uisge");
  const CommandLine line{{"solve", "--board", "4x4", "--pieces", "3", "--values", "--threads", "2", "--out", out}, {}};
  REQUIRE(run_refused(line, Request::kMemory, 0, false).exit_code == 0);
  const std::uint64_t requests = requests_made();
  const auto database = read_bytes(out);
  const std::uint64_t step = requests / 40 * UISGE_TRY_ONE_IN;
  int kept = 0;
  for (std::uint64_t nth = requests / 2; nth < requests; nth += step) {
    std::filesystem::remove(out);
    const ProgramRun run = run_refused(line, Request::kMemory, nth, false);
    CAPTURE(nth, run.err);
    if (run.exit_code != 4 || !std::filesystem::exists(out + ".plane")) continue;
    ++kept;
    CHECK(contains(run.err, "; what is won is kept in " + out + ".plane, the same command goes on"));
    const ProgramRun again = run_refused(line, Request::kMemory, 0, false);
    CHECK(again.exit_code == 0);
    CHECK(contains(again.err, "going on with what it holds"));
    CHECK((read_bytes(out) == database));
  }
  CHECK(kept > 3 / UISGE_TRY_ONE_IN);
}

TEST_CASE("refused threads end any command in one line, or the command works with fewer threads", "[refusals]") {
  const Refused refused = refuse_everywhere(Request::kThread, UINT64_MAX, UINT64_MAX);
  // If the system refuses to start a thread before the work is divided, the command succeeds with fewer threads. If a
  // library cannot start a thread after that, the command ends with an error.
  CHECK(refused.succeeded > 0);
  CHECK(refused.ended > 0);
}

TEST_CASE("memory that is refused at any allocation ends any command in one line", "[refusals][.slow]") {
  CHECK(refuse_everywhere(Request::kMemory, UINT64_MAX, 100).ended > 0);
}

TEST_CASE("a table of handles is unchanged if memory runs out while it grows", "[refusals]") {
  using Table = bindings::HandleTable<std::size_t>;
  using Failure = Table::Use::Failure;
  constexpr std::size_t kHandles = 600;  // more than two of the table's segments
  for (std::uint64_t nth = 1;; ++nth) {
    CAPTURE(nth);
    const auto table = std::make_unique<Table>(bindings::HandleKind::kProbe);
    std::vector<std::uintptr_t> handles;
    handles.reserve(kHandles);
    int refused = 0;
    while (handles.size() < kHandles) {
      auto thing = std::make_unique<std::size_t>(handles.size());
      // Each growth has its nth request refused.
      refuse(Request::kMemory, nth, false);
      try {
        handles.push_back(table->add(std::move(thing)));
      } catch (const std::bad_alloc&) {
        ++refused;
        refuse(Request::kMemory, 0, false);
        handles.push_back(table->add(std::make_unique<std::size_t>(handles.size())));
      }
      refuse(Request::kMemory, 0, false);
    }
    for (std::size_t i = 0; i < kHandles; ++i) {
      const auto use = table->use(handles[i]);
      REQUIRE(use.failure() == Failure::kNone);
      CHECK(*use == i);
    }
    // Closing handles takes no memory.
    std::size_t closed = 0;
    refuse(Request::kMemory, 1, true);
    try {
      for (const std::uintptr_t handle : handles) closed += table->remove(handle) == Failure::kNone ? 1U : 0U;
    } catch (const std::bad_alloc&) {
    }
    refuse(Request::kMemory, 0, false);
    CHECK(closed == kHandles);
    if (refused == 0) break;
    CHECK(nth < 10);
  }
}
