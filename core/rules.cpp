#include "core/rules.h"

#include <fmt/format.h>

namespace uisge {

namespace {
constexpr std::array<std::string_view, 4> kStuckNames{"loses", "wins", "draws", "passes"};
}

std::string_view to_string(StuckRule stuck) {
  return kStuckNames[static_cast<std::size_t>(stuck)];
}

Result<StuckRule> parse_stuck_rule(std::string_view text) {
  for (std::size_t i = 0; i < kStuckNames.size(); ++i) {
    if (kStuckNames[i] == text) return static_cast<StuckRule>(i);
  }
  return usage_error(fmt::format("stuck rule: '{}' is none of loses, wins, draws, passes", text));
}

std::string to_string(RuleSet rules) {
  return fmt::format("{}{}", to_string(rules.stuck), rules.diagonal_jumps ? ", diagonal jumps" : "");
}

}  // namespace uisge
