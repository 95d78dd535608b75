// Tests what UISGE_TRY returns, what it moves, and where it may be used.

#include <memory>
#include <string>

#include "core/error.h"

namespace uisge {
namespace {

Result<std::unique_ptr<int>> owned_number(int value) {
  if (value < 0) return usage_error("number: below 0");
  return std::make_unique<int>(value);
}

Result<void> at_most(int limit, int value) {
  if (value > limit) return resource_error("number: too large");
  return {};
}

template <class Action>
Result<void> twice(const Action& act) {
  UISGE_TRY(act(1));
  return act(2);
}

Result<std::string> spelled(int value, int& tried) {
  auto owned = owned_number(value);
  const auto moved = UISGE_TRY(owned);  // out of a variable
  ++tried;
  if (value > 1) UISGE_TRY(at_most(7, *moved));
  ++tried;
  UISGE_TRY(twice([&](int step) -> Result<void> {
    UISGE_TRY(at_most(7, step * value));
    return {};
  }));
  ++tried;
  return std::to_string(*moved);
}

TEST_CASE("UISGE_TRY returns the first error to a caller whose result has another type", "[core]") {
  struct Case {
    int value;
    int passed;
    const char* text;
  };
  for (const Case& one : {Case{-1, 0, "number: below 0"}, Case{8, 1, "number: too large"},
                          Case{4, 2, "number: too large"}, Case{3, 3, "3"}}) {
    int tried = 0;
    const auto words = spelled(one.value, tried);
    CAPTURE(one.value);
    CHECK(tried == one.passed);
    CHECK(words.has_value() == (one.passed == 3));
    CHECK((words ? *words : words.error().message) == one.text);
  }
}

}  // namespace
}  // namespace uisge
