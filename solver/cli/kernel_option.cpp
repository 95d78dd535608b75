#include "solver/cli/kernel_option.h"

#include "solver/cli/word_check.h"

namespace uisge::cli {

namespace {

std::vector<std::string> kernel_names() {
  std::vector<std::string> names;
  for (const InstructionSet set : kAllInstructionSets) names.emplace_back(to_string(set));
  return names;
}

// REQUIRES: the text has passed the option's check.
Result<InstructionSet> parse_kernel(const std::string& text) {
  for (const InstructionSet set : supported_instruction_sets()) {
    if (text == to_string(set)) return set;
  }
  return usage_error(fmt::format("--kernel: this processor lacks {}; leave the option out", text));
}

}  // namespace

void add_kernel_option(CLI::App& command, InstructionSet& kernel) {
  kernel = best_instruction_set();
  add_parsed_option(command, "--kernel", kernel, parse_kernel, "instruction set: portable, avx2, avx512 or neon")
      ->check(one_of(kernel_names()))
      ->type_name("NAME")
      ->default_str("the best there is");
}

}  // namespace uisge::cli
