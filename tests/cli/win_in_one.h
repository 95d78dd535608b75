// The shortest possible game, for commands that search.
#pragma once

#include <string>

namespace uisge::test {

// White's last blank on a1 jumps over b1 onto c1, and all pieces stay connected: a win in one.
inline const std::string kWinInOne = "Wb1/wb1 w";

}  // namespace uisge::test
