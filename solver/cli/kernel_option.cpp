#include "solver/cli/kernel_option.h"

namespace uisge::cli {

namespace {

Result<InstructionSet> parse_kernel(const std::string& text) {
  for (const InstructionSet set : kAllInstructionSets) {
    if (text != to_string(set)) continue;
    if (is_supported(set)) return set;
    return usage_error(fmt::format("--kernel: this processor lacks {}; leave the option out", text));
  }
  return usage_error(fmt::format("--kernel: '{}' is none of portable, avx2, avx512", text));
}

}  // namespace

void add_kernel_option(CLI::App& command, InstructionSet& kernel) {
  kernel = supported_instruction_sets().back();
  add_parsed_option(command, "--kernel", kernel, parse_kernel, "instruction set: portable, avx2 or avx512")
      ->type_name("NAME")
      ->default_str(std::string(to_string(kernel)));
}

}  // namespace uisge::cli
