// Errors about a card. Processors can do a card's work, so each error ends with the advice to use processors.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/error.h"

namespace uisge {

inline tl::unexpected<Error> card_error(std::string message, std::vector<Advice> advice = {}) {
  advice.push_back({Remedy::kWithoutCard});
  return resource_error(std::move(message), std::move(advice));
}

}  // namespace uisge
