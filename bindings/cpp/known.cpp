#include "uisge/known.h"

#include "bindings/cpp/convert.h"
#include "core/known_start.h"

namespace uisge::v1 {

std::optional<Known> known(const Position& position, Rules rules) {
  const uisge::Position asked = to_engine(position);
  const auto found = known_of(tables(position.board()), asked, to_engine(rules));
  if (!found) return std::nullopt;
  Known result{.text = known_in_words(*found, asked.side_to_move())};
  if (found->value) result.value = static_cast<Value>(*found->value);
  if (found->source) result.source = uisge::to_string(*found->source);
  // at_least is 0 and `within` is missing if no bound is known or the value is a draw.
  if (found->at_least > 0 || found->within) result.at_least = found->at_least;
  result.within = found->within;
  return result;
}

}  // namespace uisge::v1
