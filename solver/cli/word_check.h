// Options whose value is one of a few words: --stuck, --color and the like.
//
// The allowed words are part of the option's definition, so error messages, manual pages and completions can list them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace uisge::cli {

// A check for CLI::Option::check: refuses a value that is not one of the words, and suggests the word that was probably
// meant.
CLI::Validator one_of(const std::vector<std::string>& words);

// The words that an option made by one_of() accepts; empty for other options. The function does not change the option.
// The parameter is not const since CLI11 has no const access to validators.
std::vector<std::string> words_of(CLI::Option& option);

}  // namespace uisge::cli
