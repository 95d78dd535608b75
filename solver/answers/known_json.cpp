#include "solver/answers/known_json.h"

#include <algorithm>

#include "core/notation.h"

namespace uisge {

namespace {

// The lower bound `at_least` as JSON; null if no bound is known or the value is a draw.
Json bound(int at_least, std::optional<int> within) {
  return at_least > 0 || within ? Json(at_least) : Json();
}

Json value_json(const std::optional<Outcome>& value) {
  return value ? Json(to_string(*value)) : Json();
}

template <class T>
Json or_null(const std::optional<T>& number) {
  return number ? Json(*number) : Json();
}

}  // namespace

Json known_json(const KnownStart& known, Side mover) {
  Json json{{"value", value_json(known.value)},
            {"distance", or_null(known.distance())},
            {"at_least", bound(known.at_least, known.within)},
            {"within", or_null(known.within)},
            {"source", known.source ? Json(to_string(*known.source)) : Json()},
            {"move", known.move ? Json(to_text(Board(known.facts.front().board), *known.move)) : Json()},
            {"words", known_in_words(known, mover)},
            {"facts", Json::array()}};
  for (const KnownFact& fact : known.facts) {
    json["facts"].push_back({{"source", to_string(fact.source)},
                             {"value", value_json(fact.value)},
                             {"at_least", bound(fact.at_least, fact.within)},
                             {"within", or_null(fact.within)},
                             {"runs", fact.runs},
                             {"file", fact.file.empty() ? Json() : Json(fact.file)}});
  }
  return json;
}

Json known_of_game_json(const DatabaseIdentity& identity) {
  const auto known = known_start(identity.board, identity.pieces, identity.rules);
  return known ? known_json(*known, Side::kWhite) : Json();
}

Verdict with_known(Verdict verdict, const std::optional<KnownStart>& known) {
  if (!known || verdict.is_decided()) return verdict;
  if (!known->value) return Verdict::undecided_within(std::max<int>(verdict.plies, known->at_least - 1));
  if (*known->value == Outcome::kDraw) return Verdict::draw();
  return {known->value, static_cast<Plies>(known->distance().value_or(kUncountedPlies))};
}

}  // namespace uisge
