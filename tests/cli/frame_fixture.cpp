// A program with the frame of `uisge` (solver/cli/program.h), whose commands fail in every possible way.
#include <array>
#include <new>
#include <thread>

#include "solver/cli/options.h"
#include "solver/cli/program.h"
#include "solver/cli/stop_signals.h"
#include "solver/units.h"

using namespace uisge;
using namespace uisge::cli;

namespace {

void add_fail(Program& program) {
  auto kind = std::make_shared<std::size_t>(0);
  program
      .add_command("fail", "ends with an error", "uisge fail 3",
                   [kind](Output& output) -> Result<void> {
                     output.write("result so far\n");
                     // The kinds of errors, in the order of their exit codes.
                     constexpr std::array kKinds{ErrorKind::kUsage, ErrorKind::kBadFile, ErrorKind::kResource,
                                                 ErrorKind::kVerification};
                     const ErrorKind failed = *kind == 130 ? ErrorKind::kInterrupted : kKinds.at(*kind - 2);
                     return tl::unexpected(Error{failed, "thing: of kind\nso and so"});
                   })
      .add_option("KIND", *kind)
      ->required();
}

void add_print(Program& program) {
  auto lines = std::make_shared<int>(0);
  CLI::App& command = program.add_command("print", "prints many lines", "uisge print --lines 3",
                                          [lines](Output& output) -> Result<void> {
                                            for (int i = 0; i < *lines; ++i)
                                              output.print("{}\n", output.paint(fmt::emphasis::bold, "line"));
                                            return {};
                                          });
  add_number_option(command, "--lines", *lines, 0, 1'000'000'000, "how many");
}

void add_exhaust(Program& program) {
  auto in_thread = std::make_shared<bool>(false);
  program
      .add_command("exhaust", "runs out of memory", "uisge exhaust",
                   [in_thread](Output&) -> Result<void> {
                     const auto exhaust = [] { throw std::bad_alloc(); };
                     if (*in_thread) std::thread(exhaust).join();
                     exhaust();
                     return {};
                   })
      .add_flag("--in-thread", *in_thread);
}

void add_wait(Program& program) {
  auto ignores_flag = std::make_shared<bool>(false);
  program
      .add_command("wait", "waits for a signal", "uisge wait",
                   [ignores_flag](Output&) -> Result<void> {
                     const StopSignals stop;
                     print_message("ready");
                     while (!stop.requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                     print_message("stopping");
                     // The command ends after a minute, so that no test waits for ever.
                     for (int i = 0; i < 60'000 && *ignores_flag; ++i) {
                       std::this_thread::sleep_for(std::chrono::milliseconds(1));
                     }
                     return tl::unexpected(Error{ErrorKind::kInterrupted, "wait: stopped"});
                   })
      .add_flag("--ignore", *ignores_flag);
}

void add_options(Program& program) {
  struct Options {
    BoardOptions board;
    RuleSet rules;
    std::size_t threads = 0;
    std::optional<std::uint64_t> memory;
  };
  auto options = std::make_shared<Options>();
  CLI::App& command = program.add_command(
      "options", "prints the shared options", "uisge options", [options](Output& output) -> Result<void> {
        output.print_json({{"board", to_string(options->board.size)},
                           {"pieces", options->board.pieces},
                           {"rules", to_string(options->rules)},
                           {"threads", options->threads},
                           {"memory", options->memory ? json_integer(*options->memory) : Json()},
                           {"json", output.json()}});
        return {};
      });
  add_board_options(command, options->board);
  add_rule_options(command, options->rules);
  add_threads_option(command, options->threads);
  add_memory_option(command, options->memory);
}

}  // namespace

int main(int argc, char** argv) {
  prepare_process();
  Program program;
  add_fail(program);
  add_print(program);
  add_exhaust(program);
  add_wait(program);
  add_options(program);
  return program.run(argc, argv);
}
