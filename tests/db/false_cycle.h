// Makes the false labels that are hardest to detect: false wins and losses that support each other.
#pragma once

#include "tests/db/naive_labels.h"

namespace uisge::test {

// Relabels some drawn positions as losses in 1000 plies or wins in 1001 plies. Every false loss then has only moves to
// wins, and every false win has a move to a false loss. The values of these labels alone contradict no rule: every
// position has the value that follows from its moves. Returns nothing if no attempt finds positions that can be
// relabelled in this way.
std::optional<NaiveLabels> with_false_cycle(const NaiveLabels& solution, unsigned attempts);

}  // namespace uisge::test
