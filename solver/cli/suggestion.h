// "Did you mean": the word that a slip of the fingers was meant to be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace uisge::cli {

// How many characters must be inserted, taken out, replaced or swapped with their neighbour to make `b` of `a` (optimal
// string alignment). Time and memory: the product of the lengths.
std::size_t edit_distance(std::string_view a, std::string_view b);

// "; did you mean 'solve'?" for the candidate nearest to `typed`, the first of several: one that begins with it, or
// that needs at most one change in three characters. Empty if no candidate is as near as that.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& candidates);

}  // namespace uisge::cli
