#include "solver/cli/wrapped_text.h"
#include "tests/test.h"

using uisge::cli::wrapped;

TEST_CASE("text is broken between words", "[cli][text]") {
  CHECK(wrapped("", 10) == "");
  CHECK(wrapped("one two", 7) == "one two");
  CHECK(wrapped("one two", 6) == "one\ntwo");
  CHECK(wrapped("one two three", 9, 2) == "one two\n  three");
  CHECK(wrapped("one two three four", 8, 2) == "one two\n  three\n  four");
  CHECK(wrapped("unbreakable", 4) == "unbreakable");
  CHECK(wrapped("a unbreakable b", 4) == "a\nunbreakable\nb");
  CHECK(wrapped("kept\n\nlines", 80) == "kept\n\nlines");
  CHECK(wrapped("  * d2d4", 80) == "  * d2d4");
}
