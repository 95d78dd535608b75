// Converts between the library's public values and the oracle's, by the texts that the rules page defines.
#pragma once

#include "tests/oracle/oracle_game.h"
#include "uisge/database.h"

namespace uisge_test {

inline oracle::Game oracle_game(const uisge::Identity& identity) {
  return {identity.board.files, identity.board.ranks, identity.pieces_per_side,
          static_cast<oracle::Stuck>(identity.rules.stuck), identity.rules.diagonal_jumps};
}

// The oracle's answer about every live position of a board.
class Witness {
 public:
  explicit Witness(const uisge::Identity& identity) : solved_(oracle_game(identity)) {}

  // REQUIRES: the position is of this object's board. The position may be live, or a side may have completed.
  uisge::Verdict verdict(const oracle::Position& position) const { return verdict_of(solved_.label(position)); }
  uisge::Verdict verdict(const uisge::Position& position) const { return verdict(oracle::parse(position.text())); }

  uisge::Counts counts() const {
    const oracle::Counts counts = oracle::count(solved_.labels());
    return {counts.won, counts.lost, counts.drawn};
  }

  const oracle::Universe& universe() const { return solved_.universe(); }

 private:
  static uisge::Verdict verdict_of(oracle::Label label) {
    switch (label.outcome) {
      case oracle::Outcome::kWin: return {uisge::Value::kWin, label.distance, 0};
      case oracle::Outcome::kLoss: return {uisge::Value::kLoss, label.distance, 0};
      case oracle::Outcome::kDraw: break;
    }
    return {};
  }

  oracle::SolvedGame solved_;
};

// The verdict of a move for the mover, if the position after the move has the verdict `next`.
inline uisge::Verdict before(const uisge::Verdict& next) {
  switch (next.value) {
    case uisge::Value::kWin: return {uisge::Value::kLoss, *next.distance + 1, 0};
    case uisge::Value::kLoss: return {uisge::Value::kWin, *next.distance + 1, 0};
    case uisge::Value::kDraw:
    case uisge::Value::kUndecided: break;
  }
  return next;
}

}  // namespace uisge_test
