// The shortest game there is, for commands that search.
#pragma once

#include <string>

namespace uisge::test {

// White's last blank on a1 jumps over b1 onto c1 and all hang together: won at once.
inline const std::string kWinInOne = "Wb1/wb1 w";

}  // namespace uisge::test
