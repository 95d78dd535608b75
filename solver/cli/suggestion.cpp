#include "solver/cli/suggestion.h"

#include <fmt/format.h>

#include <algorithm>

namespace uisge::cli {

namespace {

constexpr std::size_t kCharactersPerChange = 3;
// For a word with more characters than this, nothing is suggested. No command or option is longer, and comparing long
// words takes long.
constexpr std::size_t kLongestWord = 64;
constexpr std::size_t kShortestPrefix = 2;

std::string_view without_dashes(std::string_view word) {
  return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  // cost[i * width + j] is the edit distance between the first i characters of a and the first j characters of b.
  std::vector<std::size_t> cost((a.size() + 1) * width);
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      std::size_t& here = cost[i * width + j];
      if (i == 0 || j == 0) {
        here = i + j;
        continue;
      }
      const std::size_t* const above = &here - width;
      here = std::min({above[0] + 1, (&here)[-1] + 1, above[-1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) here = std::min(here, cost[(i - 2) * width + j - 2] + 1);
    }
  }
  return cost.back();
}

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& candidates) {
  typed = without_dashes(typed);
  if (typed.size() < kShortestPrefix || typed.size() > kLongestWord) return {};
  std::size_t least = std::max<std::size_t>(1, typed.size() / kCharactersPerChange) + 1;
  const std::string* best = nullptr;
  for (const std::string& candidate : candidates) {
    const std::string_view word = without_dashes(candidate);
    const std::size_t distance = word.starts_with(typed) ? 1 : edit_distance(typed, word);
    if (distance >= least) continue;
    least = distance;
    best = &candidate;
  }
  return best == nullptr ? std::string() : fmt::format("; did you mean '{}'?", *best);
}

}  // namespace uisge::cli
