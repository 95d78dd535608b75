// "Did you mean": guesses which word a mistyped word stands for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace uisge::cli {

// The least number of edits that turn `a` into `b`. An edit inserts, deletes or replaces a character, or swaps two
// neighbours (optimal string alignment). Time and memory are in proportion to the product of the lengths.
std::size_t edit_distance(std::string_view a, std::string_view b);

// Returns "; did you mean 'solve'?" with the candidate nearest to `typed`, or the first of several that are equally
// near. A candidate is near if it begins with `typed`, or if few edits turn `typed` into it: at most one edit per three
// characters of `typed`, but one edit is always allowed. Dashes at the beginning of words do not count. The result is
// empty if no candidate is near, or if `typed` has fewer than 2 or more than 64 characters.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& candidates);

}  // namespace uisge::cli
