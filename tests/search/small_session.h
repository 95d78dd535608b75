// A session of the forward search for the tests' boards. A mebibyte of memory is enough for these boards.
#pragma once

#include <memory>

#include "solver/search/proof_session.h"

namespace uisge::test {

inline std::unique_ptr<ProofSession> session_for(const Board& board, RuleSet rules, int plies) {
  return ProofSession::make(board, rules, {.max_plies = plies, .memory_bytes = 1 << 20}).value();
}

}  // namespace uisge::test
