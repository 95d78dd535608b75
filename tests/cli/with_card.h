// Lets the program run with the tests' own driver (tests/card) in place of a graphics card's driver.
#pragma once

#include "tests/cli/run_program.h"

namespace uisge::test {

// Options with which the program finds the fake card driver of the tests.
RunOptions with_card(const std::string& more = "UISGE_FAKE_CARD_DEVICES=1");

// Whether the program cannot use this card, since an emulator runs it, or it was built without clang and has no
// kernels. If so, says that the test is skipped.
bool lacks_card();

}  // namespace uisge::test
