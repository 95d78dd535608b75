// Chooses the dense or the sparse way to decide one placement in a ply (placement_step.h), by the costs that were
// measured so far.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/outcome.h"
#include "solver/blocks/step_cost.h"

namespace uisge {

// The phases of a ply. Ply 0 finds stuck positions; a later ply finds won positions, or lost positions, or both, one
// phase after the other.
enum class Phase : std::uint8_t { kStuck, kWon, kLost };

class DenseOrSparse {
 public:
  // The size of the board, and of the part that this engine decides.
  struct Board {
    std::uint64_t positions;      // the number of positions on all canonical placements
    double moves_per_placement;   // the mean
    double blocks;                // the number of blocks that this engine (one rank) computes
    double blocks_per_placement;  // colourings
  };
  enum class Fixed : std::uint8_t { kNone, kDense, kSparse };

  // `fixed` names the way (dense or sparse) that is always chosen, for tests and measurements.
  DenseOrSparse(const Board& board, Fixed fixed) : board_(board), fixed_(fixed) { found_.fill(board.positions); }

  // Whether the sparse way is cheaper for a placement. `states`: the number of listed positions on the placements to
  // which its moves lead, all together. REQUIRES: states != 0.
  bool is_sparse_cheaper(Phase phase, std::uint64_t states) const {
    if (fixed_ != Fixed::kNone) return fixed_ == Fixed::kSparse;
    return cost(phase).sparse(static_cast<double>(states)) < cost(phase).dense(board_.blocks_per_placement);
  }

  // Whether lists of the positions with `outcome` would make the whole next ply cheaper. The estimate uses the number
  // of positions that the last ply decided.
  bool is_list_worthwhile(Outcome outcome) const {
    if (fixed_ == Fixed::kSparse) return true;
    const StepCost& reader = cost(outcome == Outcome::kWin ? Phase::kLost : Phase::kWon);
    const double states = static_cast<double>(found_[index(outcome)]) * board_.moves_per_placement;
    return reader.sparse(states) < reader.dense(board_.blocks);
  }

  // add_cost() updates the estimated cost of a phase with a measurement. note_found() stores how many positions the
  // last ply decided with this outcome, counted on canonical placements.
  void add_cost(Phase phase, const StepCost& cost) { costs_[number(phase)].update(cost); }
  void note_found(Outcome outcome, std::uint64_t positions) { found_[index(outcome)] = positions; }

 private:
  static std::size_t number(Phase phase) { return static_cast<std::size_t>(phase); }
  const StepCost& cost(Phase phase) const { return costs_[number(phase)]; }

  Board board_;
  Fixed fixed_;
  std::array<StepCost, 3> costs_;  // by phase
  // By outcome: how many positions the last ply decided. Before the first ply, each element is the number of all
  // positions of the board.
  std::array<std::uint64_t, 3> found_{};
};

}  // namespace uisge
