// Lays out `--help` as CLI11 does, with these differences: An option's default value stands in brackets after its
// description. Only named options are marked as required, since the usage line shows which arguments are required.
// Lines have at most 80 characters.
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
