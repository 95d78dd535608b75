// The eight rule sets: four rules for a player who has no move, times two move sets. See docs/rules.md.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"

namespace uisge {

// The rule for a player to move who has no legal move. The numbers of the rules are part of the database format.
enum class StuckRule : std::uint8_t {
  kLoses = 0,
  kWins = 1,
  kDraws = 2,
  kPasses = 3  // passing the turn to the other side takes one ply; if both sides are stuck, the game is drawn
};

// All stuck rules in the order of their numbers, which begin at 0 and have no gaps.
inline constexpr std::array<StuckRule, 4> kAllStuckRules{StuckRule::kLoses, StuckRule::kWins, StuckRule::kDraws,
                                                         StuckRule::kPasses};

// The rule with this number; none if no rule has the number.
constexpr std::optional<StuckRule> known_stuck_rule(int number) {
  if (number < 0 || number >= static_cast<int>(kAllStuckRules.size())) return std::nullopt;
  return kAllStuckRules[static_cast<std::size_t>(number)];
}

struct RuleSet {
  StuckRule stuck = StuckRule::kLoses;
  bool diagonal_jumps = false;  // crowns may jump diagonally too
  constexpr auto operator<=>(const RuleSet&) const = default;
};

inline constexpr std::array<RuleSet, 8> kAllRuleSets{{{StuckRule::kLoses, false},
                                                      {StuckRule::kWins, false},
                                                      {StuckRule::kDraws, false},
                                                      {StuckRule::kPasses, false},
                                                      {StuckRule::kLoses, true},
                                                      {StuckRule::kWins, true},
                                                      {StuckRule::kDraws, true},
                                                      {StuckRule::kPasses, true}}};
static_assert(kAllRuleSets.size() == 2 * kAllStuckRules.size());

std::string_view to_string(StuckRule stuck);  // "loses", as on the command line
Result<StuckRule> parse_stuck_rule(std::string_view text);
std::string to_string(RuleSet rules);  // "loses" or "loses, diagonal jumps"

}  // namespace uisge
