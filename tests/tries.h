// How many tries a test makes of a long list, where each starts the program: all of them, but for builds with
// sanitizers, in which a try takes five times as long: these leave out all but one in kTryOneIn.
#pragma once

namespace uisge::test {

inline constexpr int kTryOneIn = UISGE_IS_SANITIZED ? 3 : 1;

}  // namespace uisge::test
