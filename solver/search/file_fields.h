// Text fields of proof files and book files (docs/formats/proof.md). Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "core/error.h"
#include "core/rules.h"

namespace uisge {

// The text of a rule set: "loses" or "loses diagonal-jumps".
std::string rules_field(RuleSet rules);
// Errors (usage): the text names no rule set.
Result<RuleSet> parse_rules_field(std::string_view text);

// Parses a decimal number without sign or leading zeros. Errors (usage): the text has another form, or the number
// exceeds `largest`.
Result<int> parse_number_field(std::string_view text, int largest);

}  // namespace uisge
