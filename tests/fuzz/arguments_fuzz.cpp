// Any words as the arguments of a command that has every shared option and a position: refused in one line, or values
// in the ranges that the options promise. The commands' actions are left out: they would solve and write.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "solver/cli/kernel_option.h"
#include "solver/cli/options.h"
#include "solver/cli/position_argument.h"
#include "solver/cli/usage_message.h"
#include "solver/units.h"

using namespace uisge;
using namespace uisge::cli;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

// Words end at a newline.
std::vector<std::string> words_of(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < size; ++i) {
    if (data[i] == '\n') {
      words.emplace_back();
    } else if (data[i] != 0) {
      words.back() += static_cast<char>(data[i]);
    }
  }
  return words;
}

void require_in_range(BoardSize size, int pieces) {
  require(size.files >= 2 && size.files <= 9 && size.ranks >= 2 && size.ranks <= 9 && size.files * size.ranks <= 64);
  require(pieces >= 1 && pieces <= 6);
}

void read_words(std::vector<std::string> words) {
  CLI::App app("", "uisge");
  PositionArgument argument;
  RuleSet rules;
  int threads = 0;
  std::optional<std::uint64_t> memory;
  InstructionSet kernel = InstructionSet::kPortable;
  OutputOptions output;
  add_position_argument(app, argument);
  add_rule_options(app, rules);
  add_threads_option(app, threads);
  add_memory_option(app, memory);
  add_kernel_option(app, kernel);
  add_output_options(app, output);
  std::ranges::reverse(words);  // as CLI11 wants them
  try {
    app.parse(std::move(words));
  } catch (const CLI::CallForHelp&) {
    require(!app.help().empty());
    return;
  } catch (const CLI::ParseError& failure) {
    require(!usage_message(app, failure).empty());
    return;
  }
  require_in_range(argument.start.size, argument.start.pieces);
  require(threads >= 1 && threads <= 1024);
  require(!memory || *memory > 0);
  require(is_supported(kernel));
  const auto position = read_position(argument);
  if (!position) return require(position.error().kind == ErrorKind::kUsage && !position.error().message.empty());
  require_in_range(position->size(), position->pieces());
  if (argument.has_board) require(position->size() == argument.start.size);
  if (argument.has_pieces) require(position->pieces() == argument.start.pieces);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<std::string> words = words_of(data, size);
  read_words(words);
  // The readers of numbers also get each word alone: options reach them only behind their names.
  for (const std::string& word : words) {
    const auto bytes = parse_size(word);
    require(bytes ? *bytes > 0 : bytes.error().kind == ErrorKind::kUsage);
  }
  return 0;
}
