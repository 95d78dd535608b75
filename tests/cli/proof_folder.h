// A proof of a small start, for tests of commands that take a proof.
#pragma once

#include "tests/cli/run_program.h"

namespace uisge::test {

// With two a side on 4x3 the start is a win in 11 plies under every rule (see tests/data/4x3-2-passes.uisge).
inline const std::string kProofStart = "4/bb2/1ww1 w";
inline constexpr int kProofPlies = 11;

// A folder in which proof() writes a proof of the start under `draws`, as text or compact.
struct ProofFolder : TemporaryDirectory {
  std::string proof(bool is_compact = true) const {
    std::string path = file(is_compact ? "compact.proof" : "text.proof");
    std::vector<std::string> arguments{"search", kProofStart, "--plies", "12",      "--stuck",
                                       "draws",  "--memory",  "16M",     "--proof", path};
    if (is_compact) arguments.emplace_back("--compact");
    run_well(arguments);
    return path;
  }
};

}  // namespace uisge::test
