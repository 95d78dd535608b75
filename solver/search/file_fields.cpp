#include "solver/search/file_fields.h"

#include <fmt/format.h>

#include <utility>

#include "core/whole_number.h"

namespace uisge {

namespace {

constexpr std::string_view kDiagonalJumps = " diagonal-jumps";

}  // namespace

std::string rules_field(RuleSet rules) {
  return fmt::format("{}{}", to_string(rules.stuck), rules.diagonal_jumps ? kDiagonalJumps : "");
}

Result<RuleSet> parse_rules_field(std::string_view text) {
  RuleSet rules;
  if (text.ends_with(kDiagonalJumps)) {
    rules.diagonal_jumps = true;
    text.remove_suffix(kDiagonalJumps.size());
  }
  return parse_stuck_rule(text).map([&](StuckRule stuck) { return RuleSet{stuck, rules.diagonal_jumps}; });
}

Result<int> parse_number_field(std::string_view text, int largest) {
  const auto number = canonical_number(text);
  if (number && std::cmp_less_equal(*number, largest)) return static_cast<int>(*number);
  return usage_error(fmt::format("'{}' is no number from 0 to {}", text, largest));
}

}  // namespace uisge
