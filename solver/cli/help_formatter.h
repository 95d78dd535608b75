// The layout of `--help` is CLI11's with fewer capitals. A default stands in brackets after the description. The usage
// line shows which arguments are required, so only named options are marked as required. Lines have at most eighty
// characters.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace uisge::cli {

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();
  std::string make_description(const CLI::App* command) const override;
  std::string make_help(const CLI::App* command, std::string name, CLI::AppFormatMode mode) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_subcommand(const CLI::App* command) const override;
};

}  // namespace uisge::cli
