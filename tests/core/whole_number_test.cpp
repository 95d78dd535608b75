// Whole numbers are digits and nothing else.
#include "core/whole_number.h"

#include "tests/test.h"

using namespace uisge;

TEST_CASE("a text of digits is a whole number, also with leading zeros", "[number]") {
  CHECK(whole_number("0") == 0U);
  CHECK(whole_number("42") == 42U);
  CHECK(whole_number("18446744073709551615") == UINT64_MAX);
  for (const char* const text : {"", "-1", "-0", "+1", " 1", "1 ", "1.0", "1e3", "0x1", "a", "18446744073709551616"}) {
    CAPTURE(text);
    CHECK(!whole_number(text));
    CHECK(!canonical_number(text));
  }
  for (const char* const text : {"042", "00042"}) {
    CAPTURE(text);
    CHECK(whole_number(text) == 42U);
    CHECK(!canonical_number(text));
  }
}

TEST_CASE("each number has one canonical text", "[number]") {
  CHECK(canonical_number("0") == 0U);
  CHECK(canonical_number("10") == 10U);
  CHECK(canonical_number("18446744073709551615") == UINT64_MAX);
  CHECK(!canonical_number("00"));
}
