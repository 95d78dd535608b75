// Options whose value is one of a few words: --stuck, --color and the like.
//
// The words are part of the option's definition, so that error messages, manual pages and completions all know them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace uisge::cli {

// For CLI::Option::check: refuses what is none of the words, and says which was meant if that can be guessed.
CLI::Validator one_of(const std::vector<std::string>& words);

// The words that `option` was given with one_of; empty for all other options. Changes nothing: CLI11 has no constant
// way to a validator.
std::vector<std::string> words_of(CLI::Option& option);

}  // namespace uisge::cli
