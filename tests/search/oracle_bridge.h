// Converts between the product's types and the oracle's, by text and name only.
#pragma once

#include "core/notation.h"
#include "core/rules.h"
#include "core/verdict.h"
#include "tests/oracle/oracle_solution.h"

namespace uisge::test {

inline oracle::Stuck to_oracle(StuckRule stuck) {
  switch (stuck) {
    case StuckRule::kLoses: return oracle::Stuck::kLoses;
    case StuckRule::kWins: return oracle::Stuck::kWins;
    case StuckRule::kDraws: return oracle::Stuck::kDraws;
    case StuckRule::kPasses: break;
  }
  return oracle::Stuck::kPasses;
}

inline Position from_oracle(const oracle::Position& position) {
  return parse_position(oracle::print(position)).value();
}

inline Verdict from_oracle(oracle::Label label) {
  switch (label.outcome) {
    case oracle::Outcome::kWin: return Verdict::win(label.distance);
    case oracle::Outcome::kLoss: return Verdict::loss(label.distance);
    case oracle::Outcome::kDraw: break;
  }
  return Verdict::draw();
}

}  // namespace uisge::test
