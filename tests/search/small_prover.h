// Provers of a small board, and its hardest positions by the oracle.
#pragma once

#include <memory>

#include "solver/search/certificate_check.h"
#include "solver/search/proof_completion.h"
#include "solver/search/proved_strategy.h"
#include "solver/search/prover.h"
#include "tests/core/oracle_bridge.h"
#include "tests/test.h"

namespace uisge::test {

inline constexpr BoardSize kSmallBoard{4, 3};
inline constexpr int kSmallPieces = 2;

inline std::unique_ptr<Prover> prover_of(const Board& board, RuleSet rules, std::size_t threads = 1,
                                         std::uint64_t memory_bytes = 1 << 20) {
  return Prover::make(board, rules, {.memory_bytes = memory_bytes, .threads = threads}).value();
}

// What is wrong with a proof by the plain rules; nothing if it holds.
inline std::optional<std::string> flaw_of(const Certificate& proof) {
  return check_certificate(proof, UINT64_MAX, nullptr).value().flaw;
}
inline std::optional<std::string> flaw_of(const Board& board, const KeyMaker& keys, const Certificate& proof) {
  return flaw_of(concrete(board, keys, proof));
}

// Checks a proof with one line per class of positions: it holds by the plain rules, and no line is useless.
inline void check_classes(const Prover& prover, const Certificate& proof) {
  const Certificate whole = concrete(prover.board(), prover.keys(), proof);
  CHECK(flaw_of(whole) == std::nullopt);
  CHECK(guide_of(prover.board(), prover.keys(), whole.strategy).size() == proof.strategy.size());
}

// A position with the longest distance among those to which the oracle gives this outcome.
inline Position hardest(RuleSet rules, oracle::Outcome outcome) {
  const oracle::SolvedGame solved(oracle_game(kSmallBoard, kSmallPieces, rules));
  const auto& labels = solved.labels();
  std::size_t longest = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i].outcome != outcome) continue;
    if (labels[longest].outcome != outcome || labels[i].distance > labels[longest].distance) longest = i;
  }
  return from_oracle(solved.universe().position(longest));
}

}  // namespace uisge::test
