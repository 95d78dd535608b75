#include "core/rules.h"

#include <fmt/format.h>

namespace uisge {

namespace {
constexpr std::array<std::string_view, kAllStuckRules.size()> kStuckNames{"loses", "wins", "draws", "passes"};
static_assert(!kStuckNames.back().empty());
}  // namespace

std::string_view to_string(StuckRule stuck) {
  return kStuckNames[static_cast<std::size_t>(stuck)];
}

Result<StuckRule> parse_stuck_rule(std::string_view text) {
  for (const StuckRule stuck : kAllStuckRules) {
    if (to_string(stuck) == text) return stuck;
  }
  return usage_error(fmt::format("stuck rule: '{}' is none of {}", text, fmt::join(kStuckNames, ", ")));
}

std::string to_string(RuleSet rules) {
  return fmt::format("{}{}", to_string(rules.stuck), rules.diagonal_jumps ? ", diagonal jumps" : "");
}

}  // namespace uisge
