// Fields that proofs and books have in common, as docs/formats/proof.md writes them. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "core/error.h"
#include "core/rules.h"

namespace uisge {

// "loses" or "loses diagonal-jumps"
std::string rules_field(RuleSet rules);
// Errors (usage): there are no such rules.
Result<RuleSet> parse_rules_field(std::string_view text);

// Decimal, without sign or leading zeros. Errors (usage): anything else, or more than `largest`.
Result<int> parse_number_field(std::string_view text, int largest);

}  // namespace uisge
