// Passes arbitrary words to the command-line parser. The words are either understood or refused in one line. First the
// words are arguments of a command that takes a position and every shared option; the parsed values must lie in the
// promised ranges. Then the words are arguments of the program, with all commands and options. The commands' actions do
// not run, since they would solve and write.

#include "solver/answers/position_words.h"
#include "solver/cli/commands.h"
#include "solver/cli/kernel_option.h"
#include "solver/cli/options.h"
#include "solver/cli/position_argument.h"
#include "solver/cli/usage_message.h"
#include "solver/units.h"
#include "tests/fuzz/fuzz_target.h"

using namespace uisge;
using namespace uisge::fuzz;
using namespace uisge::cli;

namespace {

using Words = std::vector<std::string>;

void require_is_usage(const Error& error) {
  require(error.kind == ErrorKind::kUsage && !error.message.empty());
}

// Words end at a newline.
Words words_of(const std::uint8_t* data, std::size_t size) {
  Words words(1);
  for (std::size_t i = 0; i < size; ++i) {
    if (data[i] == '\n') {
      words.emplace_back();
    } else if (data[i] != 0) {
      words.back() += static_cast<char>(data[i]);
    }
  }
  return words;
}

// Returns whether the words are valid arguments of the command. If they are not, checks that there is a message.
bool is_parsed(CLI::App& app, Words words) {
  std::ranges::reverse(words);  // the order that CLI11 needs
  try {
    app.parse(std::move(words));
    return true;
  } catch (const CLI::CallForHelp&) {
    require(!app.help().empty());
  } catch (const CLI::CallForVersion& version) {
    require(version.what()[0] != '\0');
  } catch (const CLI::ParseError& failure) {
    require(!usage_message(app, failure).empty());
  }
  return false;
}

void require_in_range(BoardSize size, int pieces) {
  require(size.files >= 2 && size.files <= 9 && size.ranks >= 2 && size.ranks <= 9 && size.files * size.ranks <= 64);
  require(pieces >= 1 && pieces <= 6);
}

void read_shared_options(const Words& words) {
  CLI::App app("", "uisge");
  PositionArgument argument;
  RuleSet rules;
  std::size_t threads = 0;
  std::optional<std::uint64_t> memory;
  double seconds = 1;
  std::string path = "x";
  InstructionSet kernel = InstructionSet::kPortable;
  OutputOptions output;
  add_position_argument(app, argument);
  add_rule_options(app, rules);
  add_threads_option(app, threads);
  add_memory_option(app, memory);
  add_seconds_option(app, "--time", seconds, "");
  add_file_option(app, "--out", path, "");
  add_kernel_option(app, kernel);
  add_output_options(app, output);
  if (!is_parsed(app, words)) return;
  require_in_range(argument.start.size, argument.start.pieces);
  require(threads >= 1);
  require(!memory || *memory > 0);
  require(seconds > 0 && seconds <= 1e9);
  require(!path.empty());
  require(is_supported(kernel));
  const auto position = read_position(argument, rules);
  if (!position) return require_is_usage(position.error());
  require_in_range(position->size(), position->pieces());
  if (argument.has_board_option) require(position->size() == argument.start.size);
  if (argument.has_pieces_option) require(position->pieces() == argument.start.pieces);
}

void read_command(const Words& words) {
  // The program is made once, since making it takes longer than a parse.
  static CLI::App& app = []() -> CLI::App& {
    static Program program;
    add_commands(program);
    return program.definitions();
  }();
  static_cast<void>(is_parsed(app, words));
}

// Calls the readers of single words and of positions directly, since the parser calls them only after the name of an
// option that takes such a word.
void read_words(const Words& words) {
  for (const std::string& word : words) {
    const auto bytes = parse_size(word);
    if (!bytes) {
      require_is_usage(bytes.error());
    } else {
      require(*bytes > 0);
    }
  }
  const PositionWords sorted = split_files_and_positions(words);
  require(sorted.files.size() + sorted.positions.size() <= words.size());
  for (const std::string& text : sorted.positions) {
    const auto position = read_position_text(text, {});
    if (!position) require_is_usage(position.error());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Words words = words_of(data, size);
  read_shared_options(words);
  read_command(words);
  read_words(words);
  return 0;
}
