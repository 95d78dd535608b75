#include "solver/cli/device_option.h"

namespace uisge::cli {

namespace {

Result<CardChoice> parse_device(const std::string& text) {
  if (text == "cpu") return CardChoice::kNever;
  if (text == "gpu") return CardChoice::kAlways;
  if (text == "auto") return CardChoice::kIfItPays;
  return usage_error("--device: '" + text + "' is none of cpu, gpu, auto");
}

}  // namespace

void add_device_options(CLI::App& command, DeviceOptions& options, CLI::Option* values,
                        const std::string& memory_description) {
  CLI::Option* const device =
      add_parsed_option(
          command, "--device", options.card, parse_device,
          "with --values: compute on the processors (cpu), on a CUDA card (gpu), or on the card if there is "
          "one, it has room, and there is enough to do (auto)")
          ->type_name("WHICH")
          ->default_str("cpu")
          ->needs(values);
  // The options of a command are read in the order in which they were added, so the device is known here.
  const auto check_device = [&options](const std::string& /*size*/) -> std::string {
    if (options.card != CardChoice::kNever) return {};
    return "the device is cpu, without memory of its own; omit this option, or take --device gpu";
  };
  add_size_option(command, "--device-memory", options.memory, memory_description)->needs(device)->check(check_device);
}

}  // namespace uisge::cli
