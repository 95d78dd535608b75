// Runs of the program with the tests' own driver (tests/card) in place of a card's driver.
#pragma once

#include "tests/cli/run_program.h"

namespace uisge::test {

// Options with which the program finds the tests' driver.
inline RunOptions with_card(const std::string& more = "UISGE_FAKE_CARD_DEVICES=1") {
  return {.environment = {"LD_LIBRARY_PATH=" UISGE_FAKE_DRIVER_FOLDER, more}};
}

// Whether the program has no kernels for cards, since it was built without clang. Says that the test is skipped.
inline bool lacks_kernels() {
  const std::string line =
      check_refused({"solve", "--values", "--summary-only", "--board", "4x3", "--pieces", "2", "--device", "gpu"}, 4);
  if (!contains(line, "built without kernels")) return false;
  WARN("this test is skipped: the program was built without clang");
  return true;
}

}  // namespace uisge::test
