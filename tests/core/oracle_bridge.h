// Converts the program's types to the oracle's and back: positions through text, enumerators by their names.
#pragma once

#include "core/board.h"
#include "core/notation.h"
#include "core/rules.h"
#include "core/verdict.h"
#include "tests/oracle/oracle_game.h"

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

inline oracle::Game oracle_game(BoardSize board, int pieces, RuleSet rules) {
  return {board.files, board.ranks, pieces, to_oracle(rules.stuck), rules.diagonal_jumps};
}

inline Position from_oracle(const oracle::Position& position) {
  return parse_position(oracle::print(position)).value();
}

inline Outcome from_oracle(oracle::Outcome outcome) {
  switch (outcome) {
    case oracle::Outcome::kWin: return Outcome::kWin;
    case oracle::Outcome::kLoss: return Outcome::kLoss;
    case oracle::Outcome::kDraw: break;
  }
  return Outcome::kDraw;
}

inline Verdict from_oracle(oracle::Label label) {
  return Verdict::of({from_oracle(label.outcome), label.distance});
}

}  // namespace uisge::test
