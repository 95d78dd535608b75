#include "solver/cli/program.h"
#include "db/unfinished_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <climits>
#include <csignal>
#include <exception>
#include <new>

#include "core/instruction_set.h"
#include "solver/cli/build_info/build_info.h"
#include "solver/cli/error_text.h"
#include "solver/cli/help_formatter.h"
#include "solver/cli/options.h"
#include "solver/cli/usage_message.h"
#include "solver/cluster/cluster.h"
#include "solver/granted_threads.h"
#include "solver/resources.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

constexpr std::string_view kOutOfMemory = "uisge: memory: not enough for this, see --memory and 'uisge plan --help'\n";

constexpr const char* kFooter =
    R"(Exit codes:
  0 done                              4 no file, memory, disk or permission
  2 wrong usage or illegal position   5 verification failed
  3 not a usable database             129, 130, 143 stopped by a signal

A position is written like a chess FEN, ranks from the top: w and b are blanks,
W and B are crowns, a digit counts empty squares; then the side to move.

Example:
  uisge show '7/2bb3/1bbbb2/2wwww1/3ww2/7 w'
'uisge help COMMAND' tells more about a command.)";

// Ends the process without allocating memory.
[[noreturn]] void exit_out_of_memory() {
  unmute_standard_error();
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kOutOfMemory.data(), kOutOfMemory.size());
  remove_unfinished_files();
  _exit(exit_code(ErrorKind::kResource));
}

// Tells on_terminate about lack of memory, since on_terminate gets no exception object from a thread of OpenMP.
std::atomic<bool> memory_was_refused = false;

void on_memory_refused() {
  memory_was_refused = true;
  throw std::bad_alloc();
}

// The terminate handler: called for exceptions of worker threads, which no caller can catch, and for bugs.
[[noreturn]] void on_terminate() {
  unmute_standard_error();
  try {
    if (const auto failure = std::current_exception()) std::rethrow_exception(failure);
    if (memory_was_refused) exit_out_of_memory();
  } catch (const std::bad_alloc&) {
    exit_out_of_memory();
  } catch (const std::exception& failure) {
    print_message(fmt::format("uisge: internal error: {}", failure.what()));
  } catch (...) {
    print_message("uisge: internal error: unknown exception");
  }
  std::abort();
}

// If the caller has closed a standard stream, the first file that we open would get the stream's number, and printing
// would write into a database. So we open /dev/null under the number of each closed stream. Reading standard input and
// writing standard output then fail as on closed streams; messages to standard error are lost.
void occupy_standard_streams() {
  constexpr std::array<int, 3> kModes{O_WRONLY, O_RDONLY, O_RDWR};
  for (int stream = 0; stream < 3; ++stream) {
    // open() returns the lowest free descriptor, which is `stream`: all lower descriptors are in use.
    if (fcntl(stream, F_GETFD) == -1) [[maybe_unused]]
      const int same = open("/dev/null", kModes[static_cast<std::size_t>(stream)]);
  }
}

// The arguments in reverse order, as the parser needs them. We change words that the parser would misread:
// - "--" is removed, since the parser would not give the words after it to a command that takes any number of words. A
//   word after "--" that begins with a dash must be the name of a file, so it gets "./" before it.
// - "--out=" becomes "--out" and an empty word, since the parser would take the next word as the value.
// - "[a,b]" gets "./" before it, since the parser would read the words "a" and "b". The address of --listen may look
//   like that.
std::vector<std::string> arguments_for_parser(const CLI::App& app, int argc, const char* const* argv) {
  const auto commands = app.get_subcommands(
      [&](const CLI::App* command) { return argc > 1 && command->get_name() == std::string(argv[1]); });
  const auto takes_value = [&](const std::string& name) {
    const CLI::Option* const option = commands.empty() ? nullptr : commands.front()->get_option_no_throw(name);
    return option != nullptr && option->get_items_expected_max() > 0;
  };
  std::vector<std::string> arguments;
  bool is_behind = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (!is_behind && word == "--") {
      is_behind = true;
    } else if (!is_behind && word.starts_with("--") && word.ends_with('=') &&
               takes_value(word.substr(0, word.size() - 1))) {
      arguments.insert(arguments.end(), {word.substr(0, word.size() - 1), ""});
    } else {
      const bool is_dashed = is_behind && word.starts_with('-') && word != "-";
      const bool is_list = word.starts_with('[') && word.ends_with(']') && argv[i - 1] != std::string("--listen");
      arguments.push_back(is_dashed || is_list ? "./" + word : word);
    }
  }
  std::ranges::reverse(arguments);
  return arguments;
}

// Puts the help option at the end of the list of options: removes CLI11's own help option and adds a new one.
void add_help_option(CLI::App& app) {
  app.set_help_flag();
  app.set_help_flag("-h,--help", "print this help");
}

// The first line has only the program's name and version, for scripts.
std::string version_text() {
  std::vector<std::string_view> sets;
  for (const InstructionSet set : supported_instruction_sets()) sets.push_back(to_string(set));
  return fmt::format("uisge {}\ncommit    {}\ncompiler  {}\nkernels   {} on this processor\nMPI       {}",
                     UISGE_VERSION, build_commit(), build_compiler(), fmt::join(sets, ", "), build_mpi());
}

// The value of --threads. Returns the number of processors if the option is not given, or if the command lacks it.
std::size_t wanted_threads(const CLI::App& command) {
  const CLI::Option* const option = command.get_option_no_throw("--threads");
  if (option == nullptr || option->count() == 0) return usable_processors();
  return parse_number<std::size_t>(option->as<std::string>(), 1, INT_MAX).value_or(1);
}

// If the command would use more threads than `granted`, sets --threads to `granted` and prints a message.
void grant_threads(CLI::App& command, std::size_t granted) {
  CLI::Option* const option = command.get_option_no_throw("--threads");
  const std::size_t wanted = wanted_threads(command);
  if (option == nullptr || granted >= wanted) return;
  print_message(fmt::format("uisge: threads: the system grants {} of {}, going on with {}", granted, wanted, granted));
  option->clear();
  option->add_result(std::to_string(granted));
  option->run_callback();
}

}  // namespace

Program::Program(SolveTeam* team)
    : team_(team),
      app_("Solves the board game Uisge: builds databases of every position and answers from them.", "uisge") {
  app_.set_version_flag("--version", version_text, "print the version and how the program was built");
  app_.require_subcommand(1);
  app_.footer(kFooter);
  app_.formatter(std::make_shared<HelpFormatter>());
}

CLI::App& Program::add_command(const std::string& name, const std::string& description, const std::string& example,
                               Action action, bool is_for_team) {
  CLI::App* const command = app_.add_subcommand(name, description);
  command->group(group_);
  command->footer("Example:\n  " + example);
  commands_.push_back({command, std::move(action), is_for_team});
  return *command;
}

CLI::App& Program::definitions() {
  if (is_complete_) return app_;
  is_complete_ = true;
  // The options that every command has are added last, so that the help lists a command's own options first.
  for (const Command& command : commands_) {
    add_output_options(*command.options, output_options_);
    add_help_option(*command.options);
  }
  add_help_option(app_);
  return app_;
}

Result<std::string> Program::parse(int argc, const char* const* argv) {
  UISGE_TRY(require_stack());
  definitions();
  try {
    app_.parse(arguments_for_parser(app_, argc, argv));
  } catch (const CLI::CallForHelp&) {
    return app_.help();
  } catch (const CLI::CallForVersion& version) {
    return fmt::format("{}\n", version.what());
  } catch (const CLI::ParseError& failure) {
    return usage_error(usage_message(app_, failure));
  }
  return std::string();
}

Result<void> Program::parse_and_run(int argc, const char* const* argv, Output& output) {
  auto parsed = parse(argc, argv);
  // The machine of one member may refuse what other members accept: the stack's size, or the instruction set. Then no
  // member may begin, since it would wait for that one.
  if (team_ != nullptr) UISGE_TRY(team_->agree(parsed.map([](const std::string&) {})));
  const std::string text = UISGE_TRY(parsed);
  if (!text.empty()) {
    output.write(text);
    return {};
  }
  output = Output(output_options_);
  for (const Command& command : commands_) {
    if (!command.options->parsed()) continue;
    if (team_ != nullptr && !team_->is_leader() && !command.is_for_team) return {};
    const std::size_t wanted = wanted_threads(*command.options);
    const bool is_leading = team_ != nullptr && team_->is_leader();
    const GrantedThreads threads(wanted, is_leading ? wanted * team_->members_here() : wanted);
    grant_threads(*command.options, threads.count());
    return command.action(output);
  }
  return {};
}

void prepare_process() {
  occupy_standard_streams();
  // If these signals are ignored, a write to a closed pipe, or beyond the limit of a file's size (ulimit -f), returns
  // an error.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::set_terminate(on_terminate);
  std::set_new_handler(on_memory_refused);
}

int Program::run(int argc, const char* const* argv) {
  Output output(output_options_);
  try {
    const Result<void> result = parse_and_run(argc, argv, output);
    output.flush();
    if (result) return 0;
    return report(result.error());
  } catch (const OutputFailed& failure) {
    if (!failure.reader_gone()) print_message(fmt::format("uisge: {}", failure.what()));
    return exit_code(ErrorKind::kResource);
  } catch (const std::system_error& failure) {
    unmute_standard_error();
    print_message(fmt::format("uisge: system: {}", failure.what()));
    // Other members of a team may wait for this one, and the end of MPI would wait for them. mpirun ends them if this
    // process ends without it.
    if (team_ != nullptr) _exit(exit_code(ErrorKind::kResource));
    return exit_code(ErrorKind::kResource);
  } catch (const std::bad_alloc&) {
    exit_out_of_memory();
  }
}

}  // namespace uisge::cli
