#include "solver/cli/word_check.h"

#include <fmt/format.h>
#include <algorithm>

#include "solver/cli/suggestion.h"

namespace uisge::cli {

namespace {

// The words are stored in the validator's name, which is never printed.
constexpr std::string_view kNamePrefix = "one of:";
constexpr char kSeparator = '|';

}  // namespace

CLI::Validator one_of(const std::vector<std::string>& words) {
  const auto refusal = [words](std::string& text) {
    if (std::find(words.begin(), words.end(), text) != words.end()) return std::string();
    return fmt::format("'{}' is none of {}{}", text, fmt::join(words, ", "), did_you_mean(text, words));
  };
  return CLI::Validator(refusal, "", fmt::format("{}{}", kNamePrefix, fmt::join(words, std::string(1, kSeparator))));
}

std::vector<std::string> words_of(CLI::Option& option) {
  try {
    for (int i = 0;; ++i) {
      const std::string& name = option.get_validator(i)->get_name();
      if (name.starts_with(kNamePrefix)) return CLI::detail::split(name.substr(kNamePrefix.size()), kSeparator);
    }
  } catch (const CLI::OptionNotFound&) {
    return {};  // get_validator(i) throws after the last validator: none of them has words
  }
}

}  // namespace uisge::cli
