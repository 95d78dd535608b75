// "Did you mean": guesses which word a mistyped word stands for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace uisge::cli {

// The least number of characters to insert, delete, replace or swap with their neighbour to turn `a` into `b` (optimal
// string alignment). Time and memory are in proportion to the product of the lengths.
std::size_t edit_distance(std::string_view a, std::string_view b);

// Returns "; did you mean 'solve'?" with the candidate nearest to `typed`. If several candidates are equally near,
// takes the first of them. A candidate is near if it begins with `typed`, or if at most one character in three differs.
// Empty if no candidate is near.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& candidates);

}  // namespace uisge::cli
